"""The errors of the service, beside those of the library.

ForehandError
├── QueueFull       server: no solver is free and the queue is full
├── Draining        server: it is shutting down
└── ServiceError    client: the server did not answer, and the input is not to blame
"""

from __future__ import annotations

from forehand.solver.errors import ForehandError


class QueueFull(ForehandError):
    """All solvers are busy and no more calls may wait; ``retry_seconds`` is when to try again."""

    def __init__(self, retry_seconds: float) -> None:
        self.retry_seconds = retry_seconds
        super().__init__(f"all solvers are busy and the queue is full; try again in {retry_seconds:g} seconds")


class Draining(ForehandError):
    """The server is shutting down and takes no more work."""

    def __init__(self) -> None:
        super().__init__("the server is shutting down")


class ServiceError(ForehandError):
    """A call that failed: ``code`` is the gRPC status (``UNAVAILABLE``), ``reason`` the server's stable
    word for it (``DRAINING``), ``request_id`` what its log knows the call by; both "" where it said nothing."""

    def __init__(self, code: str, message: str, reason: str = "", request_id: str = "") -> None:
        self.code = code
        self.reason = reason
        self.request_id = request_id
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
