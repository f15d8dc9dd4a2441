"""What the questions built on the search cost, over one value: every card of a position, every card of a play."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import replace

from forehand.solver.analysis import analyze_play, score_cards
from forehand.solver.concepts import Solution, best_line
from forehand.solver.rules import Record
from forehand.solver.search import Effort, Solver

from .measure import Row, progress, ratios
from .problems import solve_fresh


def rows(game: str, starts: Sequence[Record], plays: Sequence[Record], memory_mib: int) -> tuple[list[Row], list[str]]:
    """A row for the cards of ``starts`` and one for ``plays`` played to the end, and where values disagree.

    Each question and each single value has a solver of its own.
    """
    found: list[Row] = []
    faults: list[str] = []
    for question, records, ask in (("every legal card", starts, of_cards), ("whole play", plays, of_play)):
        costs = [ask(record, memory_mib, faults) for record in progress(records, f"{game}, {question}")]
        if costs:
            found.append({"question": f"{game}, {question}", "asked": len(costs), **over_one(costs)})
    return found, faults


def over_one(costs: Sequence[tuple[Effort, Effort]]) -> dict[str, int | float]:
    """Costs of whole questions over those of one value each, in CPU seconds and in nodes."""
    whole, one = zip(*costs, strict=True)
    seconds = ratios([cost.seconds for cost in whole], [cost.seconds for cost in one])
    nodes = ratios([cost.nodes for cost in whole], [cost.nodes for cost in one])
    return {
        "median_seconds": round(statistics.median(cost.seconds for cost in whole), 5),
        **seconds,
        "nodes_ratio_of_totals": nodes["ratio_of_totals"],
    }


def of_cards(record: Record, memory_mib: int, faults: list[str]) -> tuple[Effort, Effort]:
    """What the value of every card the leader may play costs, and what its one value does."""
    asked = replace(record, seat=record.leader)
    one = solve_fresh(asked, memory_mib)
    scores = score_cards(asked.start(), solver=Solver(memory_mib))
    values = [card.value for card in scores.cards]
    best = min(values) if asked.start().contract.is_misere else max(values)
    if best != one.value:
        faults.append(f"{record.id}: the best card's value is {best}, the position's {one.value}")
    return scores.effort, one.effort


def of_play(record: Record, memory_mib: int, faults: list[str]) -> tuple[Effort, Effort]:
    """What the judgement of every card costs, and what one value of the start does: the mean over the seats."""
    ones = [solve_fresh(replace(record, seat=seat), memory_mib) for seat in range(record.variant.seats)]
    whole = analyze_play(record, solver=Solver(memory_mib))
    for one, at_start in zip(ones, whole.at_start, strict=True):
        if one.value != at_start.value:
            faults.append(
                f"{record.id}: seat {one.seat} starts from {at_start.value} in the play, from {one.value} alone"
            )
    return whole.effort, mean_effort(ones)


def mean_effort(solutions: Sequence[Solution]) -> Effort:
    """The mean of what they cost."""
    return Effort(
        round(statistics.mean(solution.effort.nodes for solution in solutions)),
        statistics.mean(solution.effort.seconds for solution in solutions),
    )


def played_well(record: Record, memory_mib: int) -> Record:
    """The record with a play in which nobody gives the asked seat a trick, or takes one from it."""
    line = best_line(record.start(), record.asked_seat, solver=Solver(memory_mib))
    return replace(record, id=f"{record.id} played well", play=line)


def played_at_random(record: Record, seed: int) -> Record:
    """The record with a play of random legal cards."""
    rng = random.Random(f"{record.id} {seed}")
    position, play = record.start(), []
    while not position.is_over:
        play.append(rng.choice(position.legal_plays()))
        position = position.play(play[-1])
    return replace(record, id=f"{record.id} played at random", play=tuple(play))
