"""The rules once more, in slow plain Python: the oracle of the tests.

Nothing here knows the fast rules or the search. States are plain tuples of cards; values come from asking "can they
reach so many?" of every play, which stops at the first that answers and remembers exact positions, nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import gcd, inf

from ..cards import Card
from .variant import Contract, FollowRule, TrickValue, Variant

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The hands, who led or leads the current trick, the cards in it, and the points each seat has won."""

    hands: tuple[Cards, ...]
    leader: int
    trick: Cards = ()
    tally: tuple[int, ...] = ()

    @property
    def to_move(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands)


@dataclass(frozen=True, slots=True)
class Referee:
    """The rules of ``variant`` under ``contract``."""

    variant: Variant
    contract: Contract

    def start(self, hands: Collection[Collection[Card]], leader: int) -> State:
        """The state before trick 1."""
        return State(tuple(tuple(hand) for hand in hands), leader, (), (0,) * self.variant.seats)

    def strength(self, card: Card) -> int:
        """How strong a card is in its suit; more is stronger."""
        return -self.variant.ranks.index(card.rank)

    def beats(self, card: Card, best: Card) -> bool:
        """Whether ``card``, played after ``best``, takes the trick from it."""
        if card.suit == best.suit:
            return self.strength(card) > self.strength(best)
        return card.suit == self.contract.trump

    def winning_place(self, trick: Cards) -> int:
        """The place in the trick of the card that wins it so far."""
        winner = 0
        for place, card in enumerate(trick):
            if self.beats(card, trick[winner]):
                winner = place
        return winner

    @property
    def worth(self) -> TrickValue:
        """What a trick is worth: as the contract says, else as the variant says."""
        return self.contract.value or self.variant.trick_value

    def card_points(self, card: Card) -> int:
        """What a card counts by its rank, by its suit and by itself."""
        rank, suit = card
        worth = self.worth
        points = dict(worth.by_rank).get(rank, 0) + dict(worth.by_suit).get(suit, 0)
        return points + dict(worth.by_card).get(rank + suit, 0)

    def trick_points(self, trick: Cards, is_last: bool) -> int:
        """What a full trick is worth."""
        points = self.worth.per_trick + sum(map(self.card_points, trick))
        return points + self.worth.last_trick if is_last else points

    def legal_cards(self, hand: Cards, trick: Cards) -> Cards:
        """The cards of ``hand`` that may be added to ``trick``; identical cards once, in the hand's order."""
        hand = tuple(dict.fromkeys(hand))
        if not trick:
            return hand
        duty = tuple(card for card in hand if card.suit == trick[0].suit)
        follow = self.variant.follow
        if not duty and follow is not FollowRule.FOLLOW_ONLY:
            duty = tuple(card for card in hand if card.suit == self.contract.trump)
        if duty and follow is FollowRule.MUST_BEAT:
            best = trick[self.winning_place(trick)]
            duty = tuple(card for card in duty if self.beats(card, best)) or duty
        return duty or hand

    def legal_plays(self, state: State) -> Cards:
        """The cards the seat to move may play."""
        return self.legal_cards(state.hands[state.to_move], state.trick)

    def play(self, state: State, card: Card) -> State:
        """The state after the seat to move plays ``card``; ValueError if it may not."""
        if card not in self.legal_plays(state):
            raise ValueError(f"seat {state.to_move} may not play {card}")
        hand = list(state.hands[state.to_move])
        hand.remove(card)
        hands = (*state.hands[: state.to_move], tuple(hand), *state.hands[state.to_move + 1 :])
        trick = (*state.trick, card)
        if len(trick) < len(hands):
            return State(hands, state.leader, trick, state.tally)
        winner = (state.leader + self.winning_place(trick)) % len(hands)
        points = self.trick_points(trick, not any(hands))
        tally = tuple(won + points * (seat == winner) for seat, won in enumerate(state.tally))
        return State(hands, winner, (), tally)

    def perft(self, state: State, plays: int) -> int:
        """How many sequences of ``plays`` cards the rules allow from ``state``."""
        if plays == 0:
            return 1
        return sum(self.perft(self.play(state, card), plays - 1) for card in self.legal_plays(state))

    def value(self, state: State, counts: Collection[int], wants: Collection[int]) -> int:
        """The points the seats in ``counts`` still win if those in ``wants`` want many of them and the others few."""
        walk = _Walk(self, state, counts, wants)
        step = self._step()
        value = 0
        while step and any(walk.hands) and walk.reaches(walk.hands, state.leader, walk.trick, value + 1):
            value += step
        return value

    def _step(self) -> int:
        """What every number of points is a multiple of."""
        worth = self.worth
        by_name = (*worth.by_rank, *worth.by_suit, *worth.by_card)
        return gcd(worth.per_trick, worth.last_trick, *(points for _, points in by_name))


class _Walk:
    """The plays from one state. Hands are sets of bits, one for each card of the state, so that positions are short
    keys; what the rules say of a hand and a trick is asked of the referee once and kept."""

    def __init__(self, referee: Referee, state: State, counts: Collection[int], wants: Collection[int]) -> None:
        self.referee = referee
        self.counts, self.wants = frozenset(counts), frozenset(wants)
        self.seats = len(state.hands)
        cards = [card for hand in state.hands for card in hand] + list(state.trick)
        self.card_of = {1 << place: card for place, card in enumerate(cards)}
        bits = iter(self.card_of)
        self.hands = tuple(sum(next(bits) for _ in hand) for hand in state.hands)
        self.trick = tuple(bits)
        self.known: dict[tuple[tuple[int, ...], int], tuple[int, float]] = {}
        self.options: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
        self.results: dict[tuple[tuple[int, ...], bool], tuple[int, int]] = {}

    def reaches(self, hands: tuple[int, ...], leader: int, trick: tuple[int, ...], target: int) -> bool:
        """Whether the counted seats win ``target`` points from the start of this trick on."""
        if len(trick) == self.seats:
            place, points = self._result(trick, not any(hands))
            winner = (leader + place) % self.seats
            return self._next_reaches(hands, winner, target - points * (winner in self.counts))
        seat = (leader + len(trick)) % self.seats
        before, hand, after = hands[:seat], hands[seat], hands[seat + 1 :]
        wanted = seat in self.wants
        for bit in self._legal(hand, trick):
            if self.reaches((*before, hand ^ bit, *after), leader, (*trick, bit), target) is wanted:
                return wanted
        return not wanted

    def _next_reaches(self, hands: tuple[int, ...], leader: int, target: int) -> bool:
        """The same at the start of a trick, where what is found is kept: most points reached, fewest missed."""
        if target <= 0 or not any(hands):
            return target <= 0
        reached, missed = self.known.get((hands, leader), (0, inf))
        if reached < target < missed:
            answer = self.reaches(hands, leader, (), target)
            self.known[hands, leader] = (target, missed) if answer else (reached, target)
            return answer
        return target <= reached

    def _legal(self, hand: int, trick: tuple[int, ...]) -> tuple[int, ...]:
        bits = self.options.get((hand, trick))
        if bits is None:
            bit_of = {card: bit for bit, card in self.card_of.items() if hand & bit}
            held = tuple(card for bit, card in self.card_of.items() if hand & bit)
            legal = self.referee.legal_cards(held, tuple(self.card_of[bit] for bit in trick))
            bits = self.options[hand, trick] = tuple(bit_of[card] for card in legal)
        return bits

    def _result(self, trick: tuple[int, ...], is_last: bool) -> tuple[int, int]:
        result = self.results.get((trick, is_last))
        if result is None:
            cards = tuple(self.card_of[bit] for bit in trick)
            result = self.referee.winning_place(cards), self.referee.trick_points(cards, is_last)
            self.results[trick, is_last] = result
        return result
