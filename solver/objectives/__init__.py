"""Floor 2: what is counted and who wants it."""

from .objective import Objective, objective_for

__all__ = ["Objective", "objective_for"]
