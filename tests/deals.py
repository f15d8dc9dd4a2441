"""Random small deals of the real games, the same for the same seed.

A *sparse* deal is out of the whole pack. A *dense* one packs one to three suits with neighbouring ranks, which is where
touching cards, relevant ranks and entries to a partner can go wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from forehand.solver.cards import SUITS, Card, Deal, Hand, sort_hand
from forehand.solver.objectives import Objective
from forehand.solver.rules import Contract, FollowRule, Position, Record, TrickValue, Variant, variant
from forehand.solver.rules.referee import Referee, State
from forehand.solver.rules.variant import NO_TRUMP, PASS, SUIT_CONTRACTS

BISMARCK = variant("bismarck")
BRIDGE = variant("bridge")
WHIST = variant("whist")
BEZIQUE = tuple(
    variant("bezique", follow=follow, last_trick=last_trick)
    for follow in ("follow_or_trump", "must_beat", "follow_only")
    for last_trick in (0, 10)
)
BRITISH = variant("bismarck-british")
FINNISH = variant("bismarck-finnish"), variant("bismarck-finnish", players="4")
ESTONIAN = variant("bismarck-estonian"), variant("bismarck-estonian", heart_points=3, queen_points=7)
FORMS = (BRITISH, *FINNISH, *ESTONIAN)
"""The other forms of Bismarck."""
VARIANTS = (BISMARCK, *FORMS, BRIDGE, WHIST, *BEZIQUE)

_MUST_BEAT, _FOLLOW_OR_TRUMP = FollowRule.MUST_BEAT, FollowRule.FOLLOW_OR_TRUMP
_POINT_CONTRACTS = (
    Contract("hearts and a queen", None, True, TrickValue(0, by_suit=(("H", 1),), by_card=(("QS", 13),))),
    Contract("black suits", "H", False, TrickValue(1, (), 2, (("S", 1), ("C", 2)), (("JD", 3), ("QS", 5)))),
    Contract("kings and diamonds", "C", True, TrickValue(0, (("K", 3),), by_suit=(("D", 2),))),
)
DRILLS = (
    replace(BISMARCK, name="must beat for three", follow=_MUST_BEAT),
    replace(BRIDGE, name="follow or trump for four", follow=_FOLLOW_OR_TRUMP),
    replace(BISMARCK, name="last trick counts three", trick_value=TrickValue(1, last_trick=2)),
    replace(BISMARCK, name="tricks and aces", trick_value=TrickValue(2, (("A", 3), ("K", 1)))),
    replace(BISMARCK, name="short pack for three", ranks="ATKQJ987", hand_size=10, follow=_FOLLOW_OR_TRUMP),
    replace(BEZIQUE[0], name="two packs, tricks count", trick_value=TrickValue()),
    replace(BISMARCK, name="two packs for three", packs=2, ranks="ATKQJ987", hand_size=15, follow=_MUST_BEAT),
    replace(BISMARCK, name="points of every kind", contracts=_POINT_CONTRACTS),
    replace(BRIDGE, name="points for partners", contracts=_POINT_CONTRACTS, follow=_FOLLOW_OR_TRUMP),
)
"""Games nobody plays, of the same family: the search must need no change for the next one."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position and what is asked of it."""

    position: Position
    objective: Objective


def random_pack(rng: random.Random, game: Variant, cards: int, suits: int) -> list[Card]:
    """At least ``cards`` cards of neighbouring ranks in ``suits`` suits (four: the whole pack), in random order.

    Of a pack that lacks cards it takes a suit more where that leaves too few.
    """
    length = len(game.ranks)
    if suits < 4:
        length = min(length, -(-cards // (suits * game.packs)) + rng.choice((0, 0, 0, 1)))
    top = rng.choice((0, rng.randint(0, len(game.ranks) - length)))
    ranks = game.ranks[top : top + length]
    pack = [Card(rank, suit) for suit in rng.sample(SUITS, suits) for rank in ranks] * game.packs
    pack = [card for card in pack if game.has_card(card)]
    rng.shuffle(pack)
    return pack if len(pack) >= cards or suits == 4 else random_pack(rng, game, cards, suits + 1)


def random_hands(rng: random.Random, game: Variant, size: int, suits: int) -> tuple[Hand, ...]:
    """Hands of ``size`` cards out of ``suits`` suits, or of as many more as it takes."""
    while game.seats * size > suits * len(game.ranks) * game.packs:
        suits += 1
    pack = random_pack(rng, game, game.seats * size, suits)
    return tuple(sort_hand(pack[seat * size : (seat + 1) * size], game.ranks) for seat in range(game.seats))


def random_contract(rng: random.Random, game: Variant, hands: tuple[Hand, ...]) -> Contract:
    """Pass, no trump, or trumps that somebody holds, each a third of the time.

    Where the game has contracts that count something of their own, mostly one under which these hands count something.
    """
    cards = {card for hand in hands for card in hand}
    own = [
        each for each in game.contracts if each.value is not None and any(map(game.value_of(each).card_points, cards))
    ]
    if own and rng.random() < 0.8:
        return rng.choice(own)
    suits = {card.suit for card in cards}
    trumps = [contract for contract in SUIT_CONTRACTS if contract.trump in suits]
    return rng.choice((PASS, NO_TRUMP, rng.choice(trumps)))


def play_at_random(rng: random.Random, position: Position, plays: int) -> Position:
    """The position after ``plays`` random cards, or fewer if the play ends first."""
    for _ in range(plays):
        if position.is_over:
            break
        position = position.play(rng.choice(position.legal_plays()))
    return position


def random_position(rng: random.Random, game: Variant, size: int, suits: int) -> Position:
    """A deal with any seat on lead, half of the time with some cards of the first trick already played."""
    hands = random_hands(rng, game, size, suits)
    position = Position(game, random_contract(rng, game, hands), hands, rng.randrange(game.seats))
    return play_at_random(rng, position, rng.choice((0, rng.randrange(game.seats))))


def random_positions(seed: int, game: Variant, size: int, count: int) -> Iterator[Position]:
    """``count`` positions, mostly of dense deals in two or three suits."""
    rng = random.Random(f"{seed} {game.name} {size}")
    for _ in range(count):
        yield random_position(rng, game, size, rng.choice((1, 2, 2, 2, 3, 3, 4)))


def random_record(rng: random.Random, game: Variant, size: int, *, suits: int = 4, plays: int = 0) -> Record:
    """A record of a deal under one of the game's own contracts, with ``plays`` random cards played."""
    hands = random_hands(rng, game, size, suits)
    contract = rng.choice(game.contracts)
    position = Position(game, contract, hands, rng.randrange(game.seats))
    start, play = position, []
    for _ in range(plays):
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return Record(game, Deal(hands), start.leader, contract=contract, play=tuple(play))


def objectives_of(position: Position) -> list[Objective]:
    """Every side of the game, each seat alone and, of four, any two against the others: wanting many points, or few."""
    game = position.variant
    everyone = frozenset(range(game.seats))
    sides = {frozenset(game.side_of(seat)) for seat in everyone} | {frozenset({seat}) for seat in everyone}
    if game.seats == 4:
        sides |= {frozenset(pair) for pair in combinations(everyone, 2)}
    ordered = sorted(sides, key=sorted)
    return [Objective(side, wants) for side in ordered for wants in (side, everyone - side)]


def random_questions(seed: int, game: Variant, size: int, count: int) -> Iterator[Question]:
    """``count`` positions, each with one of its objectives."""
    rng = random.Random(f"objectives {seed} {game.name} {size}")
    for position in random_positions(seed, game, size, count):
        yield Question(position, rng.choice(objectives_of(position)))


def referee_state(position: Position) -> tuple[Referee, State]:
    """The position as the referee sees it."""
    state = State(position.hands, position.leader, position.trick, position.tally)
    return Referee(position.variant, position.contract), state


def referee_value(question: Question) -> int:
    """The referee's answer: points the counted seats win from here on."""
    referee, state = referee_state(question.position)
    return referee.value(state, question.objective.counts, question.objective.wants)


def describe(question: Question) -> str:
    """The question in a form to paste into a report of a wrong value."""
    position, objective = question.position, question.objective
    hands = " | ".join(" ".join(map(str, hand)) for hand in position.hands)
    return (
        f"{position.variant.name} {dict(position.variant.options)} {position.contract.name}"
        f" hands {hands} leader {position.leader} trick {' '.join(map(str, position.trick)) or '-'}"
        f" counts {sorted(objective.counts)} wants {sorted(objective.wants)}"
    )
