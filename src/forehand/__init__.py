"""Forehand: an open-hand solver for trick-taking card games."""

from forehand.solver import *  # noqa: F403
from forehand.solver import __all__ as __all__
