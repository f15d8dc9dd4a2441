"""Tunes the numbers of the ordering by coordinate descent on the log of nodes over random deals.

``python -m benchmarks.tune WORKLOAD --seconds 600`` prints the rows of solver/search/tunables.pxd it changed.
Only node counts are compared, so a busy machine does not disturb it.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path

from forehand.solver import Card, Position, Solver, objective_for, variant
from forehand.solver.objectives import Objective
from forehand.solver.search import Meter

PACK = [Card(rank, suit) for suit in "SHDC" for rank in "AKQJT98765432"]
ROLES = {"bridge": (0, 1), "three": (2, 3, 4, 5), "pass": (6, 7)}

Weights = list[list[int]]


def positions(workload: str, cards: int, count: int, seed: int) -> Iterator[tuple[Position, Objective]]:
    """Random positions of a workload, with the question asked of each."""
    rng = random.Random(seed)
    game = variant("bridge" if workload == "bridge" else "bismarck")
    for number in range(count):
        deal = rng.sample(PACK, cards * game.seats)
        hands = [deal[seat :: game.seats] for seat in range(game.seats)]
        name = "pass" if workload == "pass" else rng.choice(["NT", "NT", "S", "H", "D", "C"])
        contract = game.contract(name)
        leader = rng.randrange(game.seats)
        yield Position(game, contract, hands, leader), objective_for(game, contract, number % game.seats)


def cost(problems: list[tuple[Position, Objective]], weights: Weights) -> float:
    """Mean log of the nodes of all problems, each in a fresh solver."""
    total = 0.0
    for position, objective in problems:
        solver = Solver(memory_mib=64)
        solver.set_weights(weights)
        meter = Meter()
        solver.evaluate(position, objective, meter)
        total += math.log(meter.nodes + 20)
    return total / len(problems)


def tune(
    workload: str, problems: list[tuple[Position, Objective]], weights: Weights, seconds: float, seed: int
) -> float:
    """Improves ``weights`` in place until the time is up; returns the cost reached."""
    rng = random.Random(seed)
    until = time.monotonic() + seconds
    best = cost(problems, weights)
    print(f"start {best:.4f}", flush=True)
    step = 12
    while time.monotonic() < until and step:
        improved = False
        places = [(role, feature) for role in ROLES[workload] for feature in range(len(weights[0]))]
        rng.shuffle(places)
        for role, feature in places:
            if time.monotonic() > until:
                break
            old = weights[role][feature]
            for change in (step, -step):
                weights[role][feature] = old + change
                found = cost(problems, weights)
                if found < best - 1e-5:
                    best, improved = found, True
                    print(f"{best:.4f} role {role} feature {feature}: {old} -> {old + change}", flush=True)
                    break
                weights[role][feature] = old
        if not improved:
            step = {12: 5, 5: 2, 2: 1, 1: 0}[step]
    return best


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workload", choices=sorted(ROLES))
    parser.add_argument("--cards", type=int, default=10)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a JSON file with the weights to begin from")
    parser.add_argument("--out", help="where to write the weights as JSON")
    args = parser.parse_args()
    weights: Weights = json.loads(Path(args.start).read_text()) if args.start else Solver(1).get_weights()
    train = list(positions(args.workload, args.cards, args.count, args.seed))
    check = list(positions(args.workload, args.cards + 1, args.count // 2, args.seed + 1000))
    before = cost(check, weights)
    tune(args.workload, train, weights, args.seconds, args.seed)
    print(f"other deals, a card more: {before:.4f} -> {cost(check, weights):.4f}")
    for role in ROLES[args.workload]:
        print(role, weights[role])
    if args.out:
        with open(args.out, "w") as file:
            json.dump(weights, file)


if __name__ == "__main__":
    main()
