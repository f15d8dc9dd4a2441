"""Floor 4: answers for more than two wills."""

from .guaranteed import Solution, best_line, solve
from .max_n import Outcome, TieRule
from .wills import Wills, solve_wills

__all__ = ["Outcome", "Solution", "TieRule", "Wills", "best_line", "solve", "solve_wills"]
