"""Floor 2: what is counted and who wants it, and what a deal scores."""

from .objective import Objective, objective_for
from .scoring import score_deal

__all__ = ["Objective", "objective_for", "score_deal"]
