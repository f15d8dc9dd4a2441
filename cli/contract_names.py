"""Contracts as they are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

import click

from forehand import GAMES, Contract, Fault, InvalidInput, Record, variant

CONTRACT_NAMES = tuple(dict.fromkeys(contract.name for game in GAMES for contract in variant(game).contracts))

CONTRACTS = click.option(
    "--contracts",
    metavar="NT,S,H,D,C,pass",
    callback=lambda context, option, value: contract_names(value),
    help="Which contracts; by default all the game has.",
)


def contract_names(text: str | None) -> tuple[str, ...] | None:
    """``NT,pass`` as names; click.BadParameter for one no game has."""
    if text is None:
        return None
    known = {name.lower(): name for name in CONTRACT_NAMES}
    asked = [name.strip() for name in text.split(",")]
    unknown = [repr(name) for name in asked if name.lower() not in known]
    if unknown:
        raise click.BadParameter(f"{', '.join(unknown)}: contracts are {', '.join(CONTRACT_NAMES)}")
    return tuple(dict.fromkeys(known[name.lower()] for name in asked))


def contracts_of(record: Record, names: Sequence[str] | None) -> tuple[Contract, ...]:
    """The contracts named, as this game has them; raises InvalidInput naming each it does not have."""
    variant = record.variant
    if names is None:
        return variant.contracts
    known = {contract.name: contract for contract in variant.contracts}
    faults = [
        Fault("--contracts", "UNKNOWN_CONTRACT", f"{variant.title} has no contract {name}")
        for name in names
        if name not in known
    ]
    if faults:
        raise InvalidInput(faults)
    return tuple(known[name] for name in names)
