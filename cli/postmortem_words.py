"""What a post-mortem says in sentences, the same in every form: text with cards between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from forehand import Bounds, Card, Contract, ContractWorth, Hindsight, PlayedCard, PostMortem
from forehand.solver.analysis.hindsight import has_exchange
from forehand.solver.cards import Hand

from .words import bounds_text, counted, side_name, unit

Sentence = tuple[str | Card | Contract | Hand, ...]
"""Text, cards, contracts and hands, to be written one after the other."""

NOT_BLAME = "Hindsight sees every card, and nobody at the table did: none of this is blame."


def side_sentences(judged: PostMortem) -> list[Sentence]:
    """What each side could have had, what it had, and where it lost the rest; seat by seat, partners once."""
    variant = judged.record.variant
    sides = dict.fromkeys(variant.side_of(seat) for seat in range(variant.seats))
    return [_Side(judged, side).sentence() for side in sides]


@dataclass(frozen=True)
class _Side:
    """One side's part in the play."""

    judged: PostMortem
    seats: tuple[int, ...]

    def sentence(self) -> Sentence:
        """All of it."""
        if not self.judged.cards:
            return (f"{self._claim}.",)
        if self._losses and self._gift == 0 and self._is_known:
            could, had = ("stayed at", "took") if self._is_misere else ("had", "had")
            return (f"{self._name} could have {could} {self._sure}, {had} {self._got}, and ", *self._where(), ".")
        had = "took" if self._is_misere else "had"
        is_over = self.judged.record.end().is_over
        result = f"{had} {self._got}" if is_over else f"{'have' if self._is_many else 'has'} {self._got} so far"
        return (f"{self._claim} and {result}: ", *self._costs(), *self._gifts(), ".")

    def _costs(self) -> Sentence:
        it, its = ("they", "their") if self._is_many else ("it", "its")
        unknown = counted(self._unknown, "card") if self._unknown else ""
        if self._losses:
            return (f"{it} ", *self._where(), f", and what {unknown} cost is not known" if unknown else "")
        return (f"what {unknown} cost is not known",) if unknown else (f"{its} cards cost nothing",)

    def _gifts(self) -> Sentence:
        it = "them" if self._is_many else "it"
        verb = "spared" if self._is_misere else "gave"
        return (f", and the others' cards {verb} {it} {self._gift}",) if self._gift else ()

    def _where(self) -> Sentence:
        """``lost it at trick 2 with ♠2``, or how much where."""
        verb = "let in" if self._is_misere else "lost"
        (first, *others) = self._losses
        if not others and not self._is_misere and self._is_known and first.cost == self._short:
            return (f"{verb} {'it' if first.cost == 1 else 'them'} ", *self._place(first))
        parts: list[Sentence] = [(f"{card.cost} ", *self._place(card)) for card in self._losses]
        return (f"{verb} ", *_listed(parts))

    def _place(self, card: PlayedCard) -> Sentence:
        names = self.judged.record.variant.seat_names
        return (f"at trick {card.trick} with ", card.card, f" ({names[card.seat]})" if self._is_many else "")

    @property
    def _claim(self) -> str:
        if self._is_misere:
            return f"{self._name} could be made to take {self._sure}"
        return f"{self._name} {'were' if self._is_many else 'was'} sure of {self._sure}"

    @cached_property
    def _name(self) -> str:
        return side_name(self.judged.record.variant, self.seats[0])

    @property
    def _sure(self) -> str:
        word = unit(self.judged.record.variant, self.judged.record.contract)
        start = self._start
        return counted(start.value, word.removesuffix("s")) if start.is_exact else f"{bounds_text(start)} {word}"

    @property
    def _start(self) -> Bounds:
        return self.judged.at_start[self.seats[0]]

    @property
    def _got(self) -> int:
        return sum(self.judged.tally[seat] for seat in self.seats)

    @property
    def _gift(self) -> int | None:
        return self.judged.gifts[self.seats[0]]

    @property
    def _short(self) -> int:
        return self._start.value - self._got

    @property
    def _is_known(self) -> bool:
        return self._start.is_exact and not self._unknown

    @property
    def _is_many(self) -> bool:
        return len(self.seats) > 1

    @property
    def _is_misere(self) -> bool:
        contract = self.judged.record.contract
        return contract is not None and contract.is_misere

    @cached_property
    def _losses(self) -> list[PlayedCard]:
        return [card for card in self.judged.turning_points if card.seat in self.seats]

    @cached_property
    def _unknown(self) -> int:
        return sum(card.seat in self.seats and not card.is_cost_known for card in self.judged.cards)


def hindsight_sentence(hindsight: Hindsight) -> Sentence:
    """What seat 0 could have scored with the best contract and exchange, and where the rest went."""
    name, best = hindsight.record.variant.seat_names[0], hindsight.best_contracts
    could: Sentence = (f"With hindsight {name} could have scored {score_text(hindsight.best_score)}",)
    if best:
        chosen = (hindsight.named,) if hindsight.named in best else best
        could += (" with ", *_listed([_choice(worth) for worth in chosen], "or"))
    scored = "" if hindsight.had is None else f"; it scored {signed(hindsight.had)}"
    return (*could, f"{scored}: ", *_listed(_shares(hindsight)), ".")


def _choice(worth: ContractWorth) -> Sentence:
    if not worth.discards:
        return (worth.contract,)
    best = worth.discards[0]
    return (worth.contract, " (laying away ", best, ")") if best else (worth.contract, " (keeping the hand)")


def _shares(hindsight: Hindsight) -> list[Sentence]:
    """What became of the best score, one share each."""
    shares: list[Sentence] = [
        ("naming ", hindsight.named.contract, f" cost {_cost_text(hindsight.contract_cost)}"),
    ]
    if has_exchange(hindsight.record):
        what = "what was laid away" if hindsight.record.laid_away else "keeping the hand"
        shares.append((f"{what} cost {_cost_text(hindsight.exchange_cost)}",))
    if hindsight.record.play:
        cost = hindsight.play_cost
        shares.append(("what the play cost is not known" if cost is None else f"the play cost {cost or 'nothing'}",))
    if hindsight.gifts:
        shares.append((f"the others gave back {hindsight.gifts}",))
    return shares


def laid_away(worth: ContractWorth) -> Sentence:
    """The best sets to lay away under one contract in few words; empty where there was nothing to lay away."""
    if not worth.discards:
        return ()
    first: Hand | str = worth.discards[0] or "nothing"
    others = len(worth.discards) - 1
    if not worth.bounds.is_exact:
        return (first, " (best so far)")
    return (first, f" (or {counted(others, 'other set')})") if others else (first,)


def score_text(score: Bounds) -> str:
    """``+3``, or ``-1 to +3`` while it is open."""
    return signed(score.lower) if score.is_exact else f"{signed(score.lower)} to {signed(score.upper)}"


def signed(score: int) -> str:
    """``+3``, ``0`` or ``-1``."""
    return f"{score:+}" if score else "0"


def _cost_text(cost: Bounds) -> str:
    return bounds_text(cost) if cost.upper else "nothing"


def _listed(parts: Sequence[Sentence], last: str = "and") -> Sentence:
    """``a``, ``a and b``, ``a, b and c``."""
    listed: Sentence = ()
    for place, part in enumerate(parts):
        sign = "" if place == 0 else f" {last} " if place == len(parts) - 1 else ", "
        listed += (sign, *part)
    return listed
