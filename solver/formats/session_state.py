"""What is known of a session that is being judged, as JSON: written while it goes on, checked when it is read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.session_steps import Step, StepAnswer
from ..cards import Hand, format_cards
from ..errors import Fault, InvalidInput
from ..search import Bounds, Effort
from .values import Notes, is_stand_in, read_cards, shown, sorted_hand

FORMAT = 1
"""The version of the form; another is not read."""
FIELDS = ("forehand_session_state", "session", "answers")
ANSWER_FIELDS = ("deal", "contract", "value", "discards", "costs", "nodes", "seconds")
_MAX_NODES = 2**63 - 1
_MAX_SETS = 5000
"""More sets than there are ways to lay away four cards of twenty."""


def state_to_dict(digest: str, answers: Iterable[StepAnswer]) -> dict[str, Any]:
    """The answers that leave nothing open as a JSON-ready object; ``digest`` is the session's."""
    return {
        "forehand_session_state": FORMAT,
        "session": digest,
        "answers": [_answer_to_dict(answer) for answer in answers if answer.is_complete],
    }


def read_state(data: object, digest: str, steps: Sequence[Step]) -> tuple[StepAnswer, ...]:
    """The answers of a state written for the session of this ``digest``, whose steps are ``steps``.

    Raises InvalidInput with every fault, SESSION_CHANGED among them: what is read back must be as good as found.
    """
    notes = Notes()
    if not isinstance(data, Mapping) or data.get("forehand_session_state") != FORMAT:
        raise InvalidInput([Fault("", "BAD_STATE", f"not a session's state of version {FORMAT}, but {shown(data)}")])
    _note_unknown(data, FIELDS, "", notes)
    if data.get("session") != digest:
        text = "the state is of another session, or this one was changed since: name another file or delete this one"
        raise InvalidInput([*notes.faults, Fault("session", "SESSION_CHANGED", text)])
    listed = data.get("answers")
    if not isinstance(listed, list):
        raise InvalidInput([*notes.faults, Fault("answers", "WRONG_TYPE", f"must be a list, not {shown(listed)}")])
    by_key = {step.key: step for step in steps}
    answers: dict[tuple[int, str], StepAnswer] = {}
    for place, item in enumerate(listed):
        path = f"answers[{place}]"
        step = _step(item, by_key, path, notes)
        if step is None:
            continue
        if step.key in answers:
            notes.add(path, "DUPLICATE_FIELD", "this was answered before")
        answer = _Reading(item, step, path, notes).answer()
        if answer is not None:
            answers[step.key] = answer
    if notes.faults:
        raise InvalidInput(notes.faults)
    return tuple(answers.values())


def _answer_to_dict(answer: StepAnswer) -> dict[str, Any]:
    place, contract = answer.key
    fields = {
        "deal": place,
        "contract": contract or None,
        "value": answer.bounds.value,
        "discards": [format_cards(cards) for cards in answer.discards] or None,
        "costs": list(answer.costs) or None,
        "nodes": answer.effort.nodes,
        "seconds": answer.effort.seconds,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _note_unknown(data: Mapping[Any, Any], fields: Sequence[str], path: str, notes: Notes) -> None:
    for key in data:
        if key not in fields:
            notes.add(path, "UNKNOWN_FIELD", f"unknown field {shown(key)}")


def _step(item: object, by_key: Mapping[tuple[int, str], Step], path: str, notes: Notes) -> Step | None:
    """The step an item answers."""
    if not isinstance(item, Mapping):
        notes.add(path, "WRONG_TYPE", f"must be an object, not {shown(item)}")
        return None
    _note_unknown(item, ANSWER_FIELDS, path, notes)
    place, contract = item.get("deal"), item.get("contract", "")
    is_key = isinstance(place, int) and not isinstance(place, bool) and isinstance(contract, str)
    step = by_key.get((place, contract)) if is_key else None  # type: ignore[arg-type]
    if step is None:
        notes.add(path, "UNKNOWN_STEP", f"deal {shown(place)} has no contract {shown(contract)} to be judged")
    return step


@dataclass(frozen=True, slots=True)
class _Reading:
    """One answer being read, and the faults so far."""

    item: Mapping[Any, Any]
    step: Step
    path: str
    notes: Notes

    def answer(self) -> StepAnswer | None:
        """The answer; None, and every fault noted, if it has any."""
        before = len(self.notes.faults)
        variant = self.step.record.variant
        contract = self.step.contract or self.step.record.contract
        worth = 0 if contract is None else variant.worth_of(contract)
        value = self._number(self.item.get("value"), "value", worth)
        nodes = self._number(self.item.get("nodes"), "nodes", _MAX_NODES)
        seconds = self.item.get("seconds")
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 <= seconds < float("inf"):
            self._note("seconds", "BAD_NUMBER", f"must be a number from 0 on, not {shown(seconds)}")
        discards, costs = self._discards(), self._costs(worth)
        if len(self.notes.faults) > before:
            return None
        return StepAnswer(self.step.key, Bounds(value, value), discards, costs, Effort(nodes, float(seconds or 0)))

    def _number(self, value: object, field: str, most: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
            return value
        self._note(field, "BAD_NUMBER", f"must be a whole number from 0 to {most}, not {shown(value)}")
        return 0

    def _costs(self, most: int) -> tuple[int, ...]:
        costs, seats = self.item.get("costs", []), self.step.record.variant.seats
        due = seats if self.step.contract is None else 0
        if not isinstance(costs, list) or len(costs) != due:
            self._note("costs", "WRONG_COUNT", f"must be a list of {due} costs, not {shown(costs)}")
            return ()
        return tuple(self._number(cost, f"costs[{seat}]", most * seats) for seat, cost in enumerate(costs))

    def _discards(self) -> tuple[Hand, ...]:
        record, listed = self.step.record, self.item.get("discards", [])
        if not isinstance(listed, list) or len(listed) > _MAX_SETS:
            self._note("discards", "WRONG_TYPE", f"must be a list of sets of cards, not {shown(listed)}")
            return ()
        held = {*record.deal.hands[0], *record.deal.talon}
        sets = []
        for place, value in enumerate(listed):
            path = f"{self.path}.discards[{place}]"
            cards = read_cards(value, path, record.variant.ranks, self.notes) or ()
            is_set = len(set(cards)) == len(cards) and (not cards or len(cards) == record.variant.talon_size)
            if any(is_stand_in(card) for card in cards):
                continue
            if not is_set or not held.issuperset(cards):
                self.notes.add(path, "CARD_NOT_HELD", f"{shown(value)} cannot be laid away")
            sets.append(sorted_hand(cards, record.variant.ranks))
        return tuple(sets)

    def _note(self, field: str, code: str, message: str) -> None:
        self.notes.add(f"{self.path}.{field}", code, message)
