"""The same random examples in every run, no time limit for one (machines differ), and Ctrl-C as everywhere."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("forehand", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("forehand")

# A shell has what it starts in the background ignore Ctrl-C, and all that is started from there would too.
signal.signal(signal.SIGINT, signal.default_int_handler)
