"""The state of a session: it goes on where it was, and nothing that was tampered with is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forehand import InvalidInput, Limits, StepAnswer, analyze_session, read_session, score_sheet
from forehand.solver.analysis.session import steps_of
from forehand.solver.formats.session import session_digest
from forehand.solver.formats.session_state import read_state, state_to_dict

from ..sessions import small_games, small_session
from .strategies import json_values


@pytest.fixture(autouse=True, scope="module")
def _games() -> Iterator[None]:
    with small_games():
        yield


class Judged:
    """A session that was judged, and all its answers."""

    def __init__(self) -> None:
        with small_games():
            self.data = small_session(1)
            self.session = read_session(self.data)
            self.answers: list[StepAnswer] = []
            analyze_session(self.session, on_answer=self.answers.append)
            self.digest = session_digest(self.data)
            self.steps = steps_of(score_sheet(self.session))
            self.state = state_to_dict(self.digest, self.answers)

    def read(self, state: object) -> tuple[StepAnswer, ...]:
        return read_state(state, self.digest, self.steps)

    def copy(self) -> Any:
        return json.loads(json.dumps(self.state))


JUDGED = Judged()


def codes_of(state: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as raised:
        JUDGED.read(state)
    return [(fault.path, fault.code) for fault in raised.value.faults]


def test_it_is_read_back_equal() -> None:
    assert len(JUDGED.state["answers"]) == 12 * 7
    assert list(JUDGED.read(JUDGED.copy())) == JUDGED.answers


def test_what_is_open_is_not_kept() -> None:
    kept: list[StepAnswer] = []
    analyze_session(JUDGED.session, limits=Limits(0), on_answer=kept.append)
    assert len(state_to_dict(JUDGED.digest, kept)["answers"]) < len(kept)


def test_a_changed_session_is_noticed() -> None:
    changed = session_digest({**JUDGED.data, "note": "corrected"})
    with pytest.raises(InvalidInput) as raised:
        read_state(JUDGED.copy(), changed, JUDGED.steps)
    assert [fault.code for fault in raised.value.faults] == ["SESSION_CHANGED"]


def test_another_file_is_noticed() -> None:
    assert codes_of(JUDGED.data) == [("", "BAD_STATE")]
    assert codes_of([]) == [("", "BAD_STATE")]
    assert codes_of({**JUDGED.copy(), "forehand_session_state": 2}) == [("", "BAD_STATE")]
    assert codes_of({**JUDGED.copy(), "answers": {}}) == [("answers", "WRONG_TYPE")]


PLAY = next(place for place, answer in enumerate(JUDGED.state["answers"]) if "contract" not in answer)

CHANGES: list[tuple[int, dict[str, Any], str, str]] = [
    (0, {"value": 4}, "answers[0].value", "BAD_NUMBER"),
    (0, {"value": True}, "answers[0].value", "BAD_NUMBER"),
    (0, {"value": None}, "answers[0].value", "BAD_NUMBER"),
    (0, {"nodes": -1}, "answers[0].nodes", "BAD_NUMBER"),
    (0, {"seconds": "1"}, "answers[0].seconds", "BAD_NUMBER"),
    (0, {"seconds": float("inf")}, "answers[0].seconds", "BAD_NUMBER"),
    (0, {"contract": "bridge"}, "answers[0]", "UNKNOWN_STEP"),
    (0, {"deal": 12}, "answers[0]", "UNKNOWN_STEP"),
    (0, {"deal": []}, "answers[0]", "UNKNOWN_STEP"),
    (0, {"discards": ["AS"]}, "answers[0].discards[0]", "CARD_NOT_HELD"),
    (0, {"discards": ["2S 2H 2D"]}, "answers[0].discards[0]", "UNKNOWN_CARD"),
    (0, {"discards": "AS"}, "answers[0].discards", "WRONG_TYPE"),
    (0, {"costs": [0, 0, 0]}, "answers[0].costs", "WRONG_COUNT"),
    (PLAY, {"costs": [0, 0]}, f"answers[{PLAY}].costs", "WRONG_COUNT"),
    (PLAY, {"costs": [0, 0, -1]}, f"answers[{PLAY}].costs[2]", "BAD_NUMBER"),
    (0, {"more": 1}, "answers[0]", "UNKNOWN_FIELD"),
]


@pytest.mark.parametrize(("place", "change", "path", "code"), CHANGES)
def test_what_cannot_be_is_refused(place: int, change: dict[str, Any], path: str, code: str) -> None:
    state = JUDGED.copy()
    state["answers"][place] |= change
    assert (path, code) in codes_of(state)


def test_an_answer_given_twice_is_refused() -> None:
    state = JUDGED.copy()
    state["answers"].append(state["answers"][3])
    assert codes_of(state) == [("answers[84]", "DUPLICATE_FIELD")]


@given(st.data())
@settings(max_examples=150)
def test_malformed_states_never_crash(data: st.DataObject) -> None:
    state = JUDGED.copy()
    spot, key = state, data.draw(st.sampled_from([*state]))
    if data.draw(st.booleans()):
        spot = data.draw(st.sampled_from(state["answers"]))
        key = data.draw(st.sampled_from(["deal", "contract", "value", "discards", "costs", "nodes", "seconds"]))
    spot[key] = data.draw(json_values)
    try:
        answers = JUDGED.read(state)
    except InvalidInput as error:
        assert error.faults
    else:
        assert all(answer.is_complete for answer in answers)
