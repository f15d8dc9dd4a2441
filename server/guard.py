"""What surrounds every call: a request id, one log line, and errors as statuses without inner text."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from forehand.solver.errors import Fault, InvalidInput

from .status import failure_of

DEADLINE_SLACK_SECONDS = 0.05
"""At its deadline a client cancels, which may arrive a little before the server's own deadline."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Call:
    """One call, for its log line and its answer; filled in as it goes on."""

    method: str
    request_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    arrived: float = field(default_factory=time.monotonic)
    queue_seconds: float = 0.0
    solve_seconds: float = 0.0
    nodes: int = 0

    @property
    def elapsed_seconds(self) -> float:
        """Seconds since the call arrived."""
        return time.monotonic() - self.arrived

    def log(self, status: str) -> None:
        """Writes the call's one line."""
        logger.info(
            "request_id=%s method=%s status=%s elapsed_ms=%.1f queue_ms=%.1f solve_ms=%.1f nodes=%d",
            self.request_id,
            self.method,
            status,
            self.elapsed_seconds * 1000,
            self.queue_seconds * 1000,
            self.solve_seconds * 1000,
            self.nodes,
        )


_current: ContextVar[Call] = ContextVar("call")


def current_call() -> Call:
    """The call this task answers."""
    return _current.get()


class Guard(grpc.aio.ServerInterceptor):
    """Wraps the calls of the services named; health and reflection answer for themselves."""

    def __init__(self, *services: str) -> None:
        self._prefixes = tuple(f"/{service}/" for service in services)

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        """The handler of the call, guarded."""
        method: str = handler_call_details.method
        handler = await continuation(handler_call_details)
        if handler is None or not method.startswith(self._prefixes):
            return handler
        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(
                _guarded_stream(handler, method), response_serializer=handler.response_serializer
            )
        return grpc.unary_unary_rpc_method_handler(
            _guarded_unary(handler, method), response_serializer=handler.response_serializer
        )


def _guarded_unary(handler: Any, method: str) -> Callable[[bytes, Any], Awaitable[Any]]:
    async def answer(data: bytes, context: Any) -> Any:
        async with _guarded(method, context):
            return await handler.unary_unary(_parse(handler, data), context)

    return answer


def _guarded_stream(handler: Any, method: str) -> Callable[[bytes, Any], Awaitable[None]]:
    """Writes the messages itself: a generator handed to gRPC would not be closed when the client goes away."""

    async def answer(data: bytes, context: Any) -> None:
        async with (
            _guarded(method, context),
            aclosing(handler.unary_stream(_parse(handler, data), context)) as messages,
        ):
            async for message in messages:
                await context.write(message)

    return answer


@asynccontextmanager
async def _guarded(method: str, context: Any) -> AsyncIterator[None]:
    call = Call(method.rpartition("/")[2])
    _current.set(call)
    try:
        yield
    except asyncio.CancelledError:
        seconds_left = context.time_remaining()
        in_time = seconds_left is None or seconds_left > DEADLINE_SLACK_SECONDS
        call.log("CANCELLED" if in_time else "DEADLINE_EXCEEDED")
        raise
    except Exception as error:
        failure = failure_of(error, call.request_id)
        if failure.code is grpc.StatusCode.INTERNAL:
            logger.exception("request_id=%s method=%s failed", call.request_id, call.method)
    else:
        call.log("OK")
        return
    call.log(failure.code.name)
    await context.abort(failure.code, failure.message, failure.trailing_metadata)


def _parse(handler: Any, data: bytes) -> Any:
    try:
        return handler.request_deserializer(data)
    except DecodeError:
        raise InvalidInput([Fault("", "MALFORMED_MESSAGE", "the request is not a message of this call")]) from None
