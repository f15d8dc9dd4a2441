"""What a server may be told; checked when it is made."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from forehand.solver.errors import Fault, InvalidInput
from forehand.solver.search import DEFAULT_MEMORY_MIB, MAX_MEMORY_MIB
from forehand.solver.search.limits import MAX_NODES

MAX_MESSAGE_BYTES = 256 * 1024
"""The largest request taken; a record of 52 cards with its play is about 1 KiB."""

MAX_TIMEOUT = 1e9
"""Seconds a caller may wait, thirty years: more than anybody does, and less than what clocks overflow at."""


def available_cores() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this platform
        return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Config:
    """How a server runs.

    ``listen`` is ``host:port``; port 0 picks a free one. ``workers`` solver threads answer one call each, and up to
    ``queue_size`` calls wait for one. Each running call has a table of at most ``memory_mib`` MiB of its own, so
    all tables together take ``workers`` × ``memory_mib``. ``max_nodes`` caps (and is the default of) a call's node
    limit; None is no cap. On SIGTERM running calls have ``grace_seconds`` to end. ``niceness`` (0 to 19) is how far
    solver threads stand back behind the thread that serves the network.

    Raises InvalidInput with every fault, paths are the fields' names.
    """

    listen: str = "127.0.0.1:50051"
    workers: int = field(default_factory=available_cores)
    queue_size: int = 64
    memory_mib: int = DEFAULT_MEMORY_MIB
    max_nodes: int | None = None
    grace_seconds: float = 5.0
    niceness: int = 19

    def __post_init__(self) -> None:
        host, _, port = self.listen.rpartition(":")
        is_port = port.isdecimal() and len(port) <= 5 and int(port) < 65536
        checks = (
            (bool(host) and is_port, "listen", "host:port with a port from 0 to 65535"),
            (self.workers >= 1, "workers", "at least 1"),
            (self.queue_size >= 0, "queue_size", "at least 0"),
            (1 <= self.memory_mib <= MAX_MEMORY_MIB, "memory_mib", f"from 1 to {MAX_MEMORY_MIB}"),
            (self.max_nodes is None or 0 <= self.max_nodes <= MAX_NODES, "max_nodes", f"from 0 to {MAX_NODES}"),
            (self.grace_seconds >= 0, "grace_seconds", "at least 0"),
            (0 <= self.niceness <= 19, "niceness", "from 0 to 19"),
        )
        faults = [
            Fault(name, "BAD_SETTING", f"{getattr(self, name)!r} will not do: it must be {wanted}")
            for holds, name, wanted in checks
            if not holds
        ]
        if faults:
            raise InvalidInput(faults)

    @property
    def host(self) -> str:
        """The host part of ``listen``."""
        return self.listen.rpartition(":")[0]
