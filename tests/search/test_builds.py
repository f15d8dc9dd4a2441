"""The core is built for any machine and for faster ones: both search the same tree."""

from __future__ import annotations

import pytest

from forehand.solver.search import Bounds, Meter, Solver, core, driver

from ..deals import BEZIQUE, BISMARCK, BRIDGE, Question, random_questions


def answers(questions: list[Question]) -> list[tuple[Bounds, int]]:
    """Values and nodes of the questions in one solver."""
    solver = Solver(2)
    found = []
    for question in questions:
        meter = Meter()
        bounds = solver.evaluate(question.position, question.objective, meter)
        found.append((bounds, meter.nodes))
    return found


def test_the_build_for_any_machine_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    if driver.CORE is core:
        pytest.skip("this machine runs the build for any machine anyway")
    questions = [
        question for game in (BISMARCK, BRIDGE, *BEZIQUE[::2]) for question in random_questions(71, game, 7, 60)
    ]
    picked = answers(questions)
    monkeypatch.setattr(driver, "CORE", core)
    assert answers(questions) == picked
