"""The same random examples in every run, and no time limit for one: machines differ."""

from hypothesis import settings

settings.register_profile("forehand", derandomize=True, deadline=None)
settings.load_profile("forehand")
