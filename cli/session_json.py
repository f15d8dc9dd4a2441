"""A session's report as one JSON object; the fields are those of the command's ``--help``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from forehand import Bounds, ContractSpread, DealReport, Fault, PlayerLoss, ScoreSheet, SessionReport, SheetRow


class SessionJson:
    """Writes one line."""

    def sheet(self, sheet: ScoreSheet) -> None:
        """The score sheet alone."""
        _write({**_sheet(sheet), "deals": [_row(sheet, row) for row in sheet.rows]})

    def report(self, report: SessionReport) -> None:
        """The sheet and everything that was found."""
        sheet, effort = report.sheet, report.effort
        deals = [_row(sheet, row) | _hindsight(deal) for row, deal in zip(sheet.rows, report.deals, strict=True)]
        answer = {
            **_sheet(sheet),
            "deals": deals,
            "losses": [_loss(sheet, loss) for loss in report.losses],
            "spreads": [_spread(sheet, spread) for spread in report.spreads],
            "exact": report.is_exact,
            "nodes": effort.nodes,
            "seconds": round(effort.seconds, 6),
        }
        stopped = {"stopped": effort.stopped} if effort.stopped else {}
        _write(answer | stopped)

    def failure(self, faults: Sequence[Fault]) -> None:
        """A session, or the state of one, that cannot be read."""
        _write({"error": {"faults": _faults(faults)}})


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _faults(faults: Sequence[Fault]) -> list[dict[str, str]]:
    return [{"path": fault.path, "code": fault.code, "message": fault.message} for fault in faults]


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    session = sheet.session
    players = session.players
    return {
        "id": session.id,
        "form": session.form.name,
        "game": session.variant.name,
        "options": dict(session.variant.options),
        "players": players,
        "over": sheet.is_over,
        "totals": sheet.totals,
        "winners": [players[player] for player in sheet.winners],
        "open_tie": sheet.has_open_tie,
        "faults": _faults(sheet.faults),
        "used": {name: sheet.used(player) for player, name in enumerate(players)},
    }


def _row(sheet: ScoreSheet, row: SheetRow) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "deal": row.place,
        "forehand": sheet.session.players[row.forehand],
        "contract": row.entry and row.entry.name,
        "played": row.contract and row.contract.name,
        "tricks": row.tricks,
        "scores": row.scores,
        "left_out": row.left_out,
    }
    return fields | ({"misdeal": row.misdeal} if row.misdeal else {})


def _hindsight(deal: DealReport) -> dict[str, Any]:
    hindsight = deal.hindsight
    if hindsight is None:
        return {"why": deal.why_left_out}
    return {
        "worth": {
            worth.contract.name: {
                "value": _exact(worth.bounds),
                "score": _exact(worth.score),
                "discards": [[str(card) for card in cards] for cards in worth.discards],
                **({} if worth.bounds.is_exact else {"bounds": [worth.bounds.lower, worth.bounds.upper]}),
            }
            for worth in hindsight.contracts
        },
        "allowed": [contract.name for contract in hindsight.allowed],
        "contract_cost": _exact(hindsight.contract_cost),
        "exchange_cost": _exact(hindsight.exchange_cost),
        "play_costs": deal.play_costs,
    }


def _loss(sheet: ScoreSheet, loss: PlayerLoss) -> dict[str, Any]:
    return {
        "player": sheet.session.players[loss.player],
        "contracts": loss.contracts,
        "exchange": loss.exchange,
        "play": loss.play,
        "total": loss.total,
        "open": loss.open_places,
    }


def _spread(sheet: ScoreSheet, spread: ContractSpread | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    named, best = (
        [
            {"deal": place, "contract": value.entry.name, "played": value.contract.name, "score": _exact(value.score)}
            for place, value in zip(spread.places, values, strict=True)
        ]
        for values in (spread.named, spread.best)
    )
    return {
        "player": sheet.session.players[spread.player],
        "named": named,
        "best": best,
        "named_score": spread.named_score,
        "best_score": spread.best_score,
        "gain": spread.gain,
    }


def _exact(bounds: Bounds) -> int | None:
    return bounds.value if bounds.is_exact else None
