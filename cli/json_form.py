"""Answers as JSON, one object a line. The fields are those of the commands' ``--help``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from forehand import (
    BestLine,
    Bounds,
    Card,
    CardScores,
    ContractWorth,
    Effort,
    Fault,
    Hindsight,
    Option,
    PlayedCard,
    PostMortem,
    Record,
    Solution,
    Table,
    TableCell,
    Variant,
    Wills,
)
from forehand.solver.rules.variant import PASS

from .backend import OfferedGame
from .exchange_report import ExchangeReport, exchange_fields
from .inputs import Problem
from .progress import Progress
from .render import counts_difference, difference, reason_stopped
from .wills import wills_fields


class JsonRenderer:
    """Writes one line an answer."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def solution(self, record: Record, solution: Solution) -> None:
        self._write({"id": record.id, **_solved(record, solution), **_effort(solution.effort)})

    def solution_with_line(self, record: Record, solution: Solution) -> None:
        answer = {"id": record.id, **_solved(record, solution), "line": _names(solution.line)}
        self._write(answer | _effort(solution.effort))

    def card_scores(self, record: Record, scores: CardScores, players: Sequence[str] = ()) -> None:
        seats = players or range(record.variant.seats)
        named = [(score.card.symbol if players else str(score.card), score) for score in scores.cards]
        fields = {
            "to_move": seats[record.end().to_move],
            "seat": seats[scores.seat],
            "exact": scores.is_exact,
            "cards": [{"card": name, **_value(score.bounds)} for name, score in named],
        }
        self._write({"id": record.id, **fields, **_effort(scores.effort)})

    def table(self, record: Record, table: Table) -> None:
        guaranteed: dict[str, list[int | None]] = {}
        forced: dict[str, list[int | None]] = {}
        answer: dict[str, Any] = {"id": record.id, "guaranteed": guaranteed}
        for cell in table.cells:
            columns = forced if cell.contract.is_misere else guaranteed
            columns.setdefault(cell.contract.name, []).append(_exact(cell.solution.bounds))
        if PASS.name in forced:
            answer["pass_forced"] = forced.pop(PASS.name)
        if forced:
            answer["forced"] = forced
        if not table.is_exact:
            answer |= {"exact": False, "bounds": _bounds_by_contract(table.cells)}
        self._write(answer | _effort(table.effort))

    def exchanges(self, report: ExchangeReport) -> None:
        self._write({"id": report.record.id, **exchange_fields(report, _effort), **_effort(report.effort)})

    def wills(self, record: Record, wills: Wills, players: Sequence[str] = ()) -> None:
        self._write({"id": record.id, **wills_fields(record, wills, players), **_effort(wills.effort)})

    def played_card(self, record: Record, card: PlayedCard) -> None:
        """Nothing: the object is written whole."""

    def post_mortem(self, judged: PostMortem, hindsight: Hindsight | None) -> None:
        answer = _judged(judged)
        if hindsight is not None:
            answer["hindsight"] = _hindsight(hindsight)
        self._write(answer | _effort(judged.effort))

    def failure(self, problem: Problem, faults: Sequence[Fault]) -> None:
        listed = [{"path": fault.path, "code": fault.code, "message": fault.message} for fault in faults]
        self._write({"id": problem.id, "error": {"line": problem.line, "faults": listed}})

    def games(self, games: Sequence[OfferedGame]) -> None:
        for variant, options in games:
            self._write(_game(variant, options))

    def _write(self, answer: dict[str, Any]) -> None:
        self._progress.clear()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _exact(bounds: Bounds) -> int | None:
    return bounds.value if bounds.is_exact else None


def _pair(bounds: Bounds) -> list[int]:
    return [bounds.lower, bounds.upper]


def _value(bounds: Bounds) -> dict[str, Any]:
    if bounds.is_exact:
        return {"value": bounds.value, "exact": True}
    return {"value": None, "exact": False, "lower": bounds.lower, "upper": bounds.upper}


def _solved(record: Record, solution: Solution) -> dict[str, Any]:
    bounds = solution.bounds
    if counts_difference(record):
        bounds = difference(bounds, record.end().points_left, solution.seat)
    return _value(bounds)


def _effort(effort: Effort) -> dict[str, Any]:
    spent: dict[str, Any] = {"nodes": effort.nodes, "seconds": round(effort.seconds, 6)}
    return spent | {"stopped": reason_stopped(effort)} if effort.stopped else spent


def _bounds_by_contract(cells: Sequence[TableCell]) -> dict[str, list[list[int]]]:
    bounds: dict[str, list[list[int]]] = {}
    for cell in cells:
        bounds.setdefault(cell.contract.name, []).append(_pair(cell.solution.bounds))
    return bounds


def _judged(judged: PostMortem) -> dict[str, Any]:
    record, contract = judged.record, judged.record.contract
    answer: dict[str, Any] = {
        "id": record.id,
        "game": record.variant.name,
        "contract": contract and contract.name,
        "leader": record.leader,
        "seats": record.variant.seat_names,
        "hands": [_names(hand) for hand in record.hands],
        "talon": _names(record.deal.talon),
        "laid_away": _names(record.laid_away),
        "exact": judged.is_exact,
        "at_start": [_exact(bounds) for bounds in judged.at_start],
        "tally": judged.tally,
        "costs": judged.costs,
        "gifts": judged.gifts,
        "scores": judged.scores,
        "turning_points": [card.index for card in judged.turning_points],
        "cards": [_played_card(card) for card in judged.cards],
    }
    if not all(bounds.is_exact for bounds in judged.at_start):
        answer["at_start_bounds"] = [_pair(bounds) for bounds in judged.at_start]
    if judged.best_line is not None:
        answer["best_line"] = _best_line(judged.best_line)
    return answer


def _played_card(card: PlayedCard) -> dict[str, Any]:
    judged: dict[str, Any] = {
        "index": card.index,
        "trick": card.trick,
        "seat": card.seat,
        "card": str(card.card),
        "before": _exact(card.before),
        "after": _exact(card.after),
        "cost": card.cost if card.is_cost_known else None,
        "free_cards": _names(card.free_cards),
    }
    if not card.is_exact:
        judged |= {"before_bounds": _pair(card.before), "after_bounds": _pair(card.after)}
    if card.values:
        judged["values"] = [{"card": str(score.card), **_value(score.bounds)} for score in card.values]
    return judged


def _best_line(line: BestLine) -> dict[str, Any]:
    return {"after": line.after, "seat": line.seat, **_value(line.bounds), "cards": _names(line.cards)}


def _hindsight(hindsight: Hindsight) -> dict[str, Any]:
    costs = {
        "best_score": hindsight.best_score,
        "contract_cost": hindsight.contract_cost,
        "exchange_cost": hindsight.exchange_cost,
        "kept": hindsight.kept,
    }
    return {
        "exact": hindsight.is_exact,
        "best_contracts": [worth.contract.name for worth in hindsight.best_contracts],
        **{name: _exact(bounds) for name, bounds in costs.items()},
        "play_cost": hindsight.play_cost,
        "gifts": hindsight.gifts,
        "had": hindsight.had,
        "contracts": [_worth(worth) for worth in hindsight.contracts],
        **{f"{name}_bounds": _pair(bounds) for name, bounds in costs.items() if not bounds.is_exact},
        **_effort(hindsight.effort),
    }


def _worth(worth: ContractWorth) -> dict[str, Any]:
    score: dict[str, Any] = {"score": _exact(worth.score)}
    if not worth.score.is_exact:
        score["score_bounds"] = _pair(worth.score)
    discards = [_names(laid_away) for laid_away in worth.discards]
    return {"contract": worth.contract.name, **_value(worth.bounds), **score, "discards": discards}


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _game(variant: Variant, options: Sequence[Option]) -> dict[str, Any]:
    return {
        "game": variant.name,
        "title": variant.title,
        "seats": variant.seat_names,
        "hand_size": variant.hand_size,
        "talon_size": variant.talon_size,
        "contracts": [contract.name for contract in variant.contracts],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": option.choices,
                **({} if option.choices else {"minimum": 0, "maximum": option.maximum}),
                "meaning": option.meaning,
            }
            for option in options
        ],
        "source": variant.source,
    }
