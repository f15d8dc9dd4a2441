"""The searches a session takes, one by one: each an answer of its own that can be kept and given back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from ..cards import Hand
from ..concepts.guaranteed import solution_of
from ..rules import Contract, Record
from ..search import Bounds, Effort, Limits, Meter, Solver, StopFlag
from .exchange import ExchangeProgress, find_exchange
from .hindsight import has_exchange
from .postmortem import analyze_play

NO_EFFORT = Effort()
StepKey = tuple[int, str]
"""The place of a deal and the name of a contract, or "" for its play."""


@dataclass(frozen=True, slots=True)
class Step:
    """One search: a contract with its best exchange, or, with ``contract`` None, the play that was recorded."""

    place: int
    record: Record
    contract: Contract | None

    @property
    def key(self) -> StepKey:
        """What tells this step from the others of the session."""
        return self.place, "" if self.contract is None else self.contract.name


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """What a step found for forehand.

    ``bounds`` are its points in the whole deal: with the best exchange, ``discards`` being one best set to lay away;
    or, of a play, with the hand that was played. ``costs`` are what each seat's cards cost, of a play only.
    """

    key: StepKey
    bounds: Bounds
    discards: tuple[Hand, ...] = ()
    costs: tuple[int | None, ...] = ()
    effort: Effort = NO_EFFORT

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is open, so that it need not be searched again."""
        return self.bounds.is_exact and None not in self.costs and not self.effort.stopped


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """How far a session is: ``done`` of ``total`` steps, and of the step of ``key`` the ``fraction`` done."""

    done: int
    total: int
    key: StepKey
    fraction: float


@dataclass(frozen=True, slots=True)
class Run:
    """How the steps are searched: with solvers like ``like``, each step within ``limits``, until ``stop`` is set."""

    like: Solver
    limits: Limits
    stop: StopFlag
    threads: int
    on_progress: Callable[[SessionProgress], None] | None
    on_answer: Callable[[StepAnswer], None] | None


def run_steps(steps: Iterable[Step], known: Mapping[StepKey, StepAnswer], run: Run) -> dict[StepKey, StepAnswer]:
    """The answers of all steps, those known already as they are; what was not begun before ``stop`` is missing."""
    listed = list(steps)
    answers = {step.key: known[step.key] for step in listed if step.key in known}
    todo = [step for step in listed if step.key not in known]

    def tell(key: StepKey, fraction: float) -> None:
        if run.on_progress is not None:
            run.on_progress(SessionProgress(len(answers), len(listed), key, fraction))

    for answer in _answers(todo, run, tell):
        answers[answer.key] = answer
        if run.on_answer is not None:
            run.on_answer(answer)
        tell(answer.key, 1.0)
    return answers


def _answers(steps: list[Step], run: Run, tell: Callable[[StepKey, float], None]) -> Iterator[StepAnswer]:
    """Each answer as it is known; none of a step that had not begun when ``stop`` was set."""
    if run.threads == 1:
        yield from (answer for step in steps if (answer := _answer(step, run, tell)) is not None)
        return
    with ThreadPoolExecutor(run.threads) as pool:
        asked: list[Future[StepAnswer | None]] = [pool.submit(_answer, step, run, tell) for step in steps]
        try:
            for done in as_completed(asked):
                answer = done.result()
                if answer is not None:
                    yield answer
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if not all(future.done() for future in asked):
                run.stop.set()


def _answer(step: Step, run: Run, tell: Callable[[StepKey, float], None]) -> StepAnswer | None:
    if run.stop.is_set():
        return None
    tell(step.key, 0.0)
    solver = Solver(run.like.memory_mib, run.like.options)
    if step.contract is None:
        cards = len(step.record.play)
        judged = analyze_play(
            step.record,
            solver=solver,
            limits=run.limits,
            stop=run.stop,
            on_card=lambda card: tell(step.key, (card.index + 1) / cards),
        )
        return StepAnswer(step.key, judged.at_start[0], (), judged.costs, judged.effort)
    if not has_exchange(step.record):
        meter = Meter(run.limits, run.stop)
        solution = solution_of(solver, step.record.start(step.contract), 0, meter)
        return StepAnswer(step.key, solution.bounds, (), (), solution.effort)

    def told(progress: ExchangeProgress) -> None:
        tell(step.key, progress.done / progress.total)

    found = find_exchange(
        step.record,
        step.contract,
        include_ties=False,
        solver=solver,
        limits=run.limits,
        stop=run.stop,
        on_progress=told,
    )
    return StepAnswer(step.key, found.bounds, found.discards, (), found.effort)
