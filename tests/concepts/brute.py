"""max^n by trying everything, in the referee's slow rules: no table, no touching cards, no C."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from forehand import Position, TieRule
from forehand.solver.rules.referee import Referee, State
from tests.deals import referee_state

Outcome = tuple[int, ...]


def outcomes_of(position: Position, rule: TieRule) -> set[Outcome]:
    """What the seats still win: every outcome, or the one the rule leaves."""
    referee, state = referee_state(position)
    won = tuple(position.tally)
    if rule is TieRule.ALL_OUTCOMES:
        found = all_finals(referee, state)
    else:
        found = {final_of(referee, state, PREFERENCES[rule])}
    return {tuple(total - before for total, before in zip(final, won, strict=True)) for final in found}


def likings(referee: Referee, final: Outcome) -> list[int]:
    """How much each seat likes the final tally: in a misère less is more."""
    return [-points if referee.contract.is_misere else points for points in final]


def help_left(liked: list[int], seat: int) -> list[int]:
    return liked[seat:] + liked[:seat]


def hurt_leader_most(liked: list[int], seat: int) -> list[int]:
    others = sorted((liked[other] for other in range(len(liked)) if other != seat), reverse=True)
    return [liked[seat], *(-standing for standing in others)]


def first_card(liked: list[int], seat: int) -> list[int]:
    return [liked[seat]]


PREFERENCES = {
    TieRule.HELP_LEFT: help_left,
    TieRule.HURT_LEADER_MOST: hurt_leader_most,
    TieRule.FIRST_CARD: first_card,
}


def final_of(referee: Referee, state: State, prefer: Callable[[list[int], int], list[int]]) -> Outcome:
    """The final tally if every seat takes, of its plays in the order of its hand, the first of those it prefers."""
    if state.is_over:
        return state.tally
    finals = [final_of(referee, referee.play(state, card), prefer) for card in referee.legal_plays(state)]
    return max(finals, key=lambda final: prefer(likings(referee, final), state.to_move))


def all_finals(referee: Referee, state: State) -> set[Outcome]:
    """Every final tally: whatever each play may lead to, taken together in every way, any of the best plays is made."""
    if state.is_over:
        return {state.tally}
    plays = [all_finals(referee, referee.play(state, card)) for card in referee.legal_plays(state)]
    found: set[Outcome] = set()
    for finals in product(*plays):
        own = [likings(referee, final)[state.to_move] for final in finals]
        found |= {final for final, liked in zip(finals, own, strict=True) if liked == max(own)}
    return found
