"""Floor 4: answers for more than two wills."""

from .guaranteed import Solution, best_line, solve

__all__ = ["Solution", "best_line", "solve"]
