"""Errors to gRPC statuses and back: the one table of what becomes what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from forehand.solver.errors import Fault, ForehandError, InvalidInput, OutOfRange

from .errors import Draining, QueueFull, ServiceError

DOMAIN = "forehand"

TABLE: tuple[tuple[type[Exception], grpc.StatusCode, str], ...] = (
    (OutOfRange, grpc.StatusCode.OUT_OF_RANGE, "OUT_OF_RANGE"),
    (InvalidInput, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_INPUT"),
    (QueueFull, grpc.StatusCode.RESOURCE_EXHAUSTED, "QUEUE_FULL"),
    (MemoryError, grpc.StatusCode.RESOURCE_EXHAUSTED, "OUT_OF_MEMORY"),
    (Draining, grpc.StatusCode.UNAVAILABLE, "DRAINING"),
)
"""Error, status code, and the reason in ErrorInfo; of two that fit the first."""

BUG = (grpc.StatusCode.INTERNAL, "INTERNAL")
"""All other errors are bugs."""

MEMORY_RETRY_SECONDS = 1.0
"""When to try again where a table could not be had: other searches give theirs back."""

MAX_FAULT_BYTES = 5_000
"""Room for the faults of one answer: clients refuse trailers of more than 8 KiB by default, and base64 adds a third."""

MAX_TEXT = 400
"""Characters of one message; longer ones quote an input that the caller has."""


@dataclass(frozen=True, slots=True)
class Failure:
    """How a call fails: what to give to ``context.abort``."""

    code: grpc.StatusCode
    message: str
    trailing_metadata: tuple[tuple[str, str | bytes], ...]


def failure_of(error: Exception, request_id: str) -> Failure:
    """The status of an error; the text of an error outside the table stays here."""
    code, reason = next(((code, reason) for kind, code, reason in TABLE if isinstance(error, kind)), BUG)
    details: list[Message] = [ErrorInfo(reason=reason, domain=DOMAIN, metadata={"request_id": request_id})]
    metadata: list[tuple[str, str | bytes]] = []
    if isinstance(error, InvalidInput):
        details.append(_bad_request(error.faults))
    retry_seconds = _retry_seconds(error)
    if retry_seconds is not None:
        details.append(RetryInfo(retry_delay=_duration(retry_seconds)))
        metadata.append(("grpc-retry-pushback-ms", str(round(retry_seconds * 1000))))
    message = _message(error, request_id)
    status = Status(code=code.value[0], message=message, details=map(_pack, details))
    metadata.append(("grpc-status-details-bin", status.SerializeToString()))
    return Failure(code, message, tuple(metadata))


def error_of(error: grpc.RpcError) -> ForehandError:
    """The error a failed call means: InvalidInput or OutOfRange with its faults, else ServiceError."""
    call = cast(grpc.Call, error)  # what a client's call raises is both
    status = rpc_status.from_call(call)
    info = ErrorInfo()
    request = BadRequest()
    for detail in status.details if status is not None else ():
        _ = detail.Unpack(info) or detail.Unpack(request)
    if request.field_violations:
        kind = OutOfRange if call.code() is grpc.StatusCode.OUT_OF_RANGE else InvalidInput
        return kind([Fault(found.field, found.reason, found.description) for found in request.field_violations])
    return ServiceError(call.code().name, call.details() or "", info.reason, info.metadata.get("request_id", ""))


def _message(error: Exception, request_id: str) -> str:
    if isinstance(error, InvalidInput):
        count, first = len(error.faults), _shorten(str(error.faults[0]))
        return first if count == 1 else f"{count} faults, the first: {first}"
    if isinstance(error, MemoryError):
        return "there is no memory for the search; try again, or ask for less"
    if isinstance(error, ForehandError):
        return str(error)
    return f"internal error; the server's log has it under request {request_id}"


def _retry_seconds(error: Exception) -> float | None:
    if isinstance(error, QueueFull):
        return error.retry_seconds
    return MEMORY_RETRY_SECONDS if isinstance(error, MemoryError) else None


def _bad_request(faults: Iterable[Fault]) -> BadRequest:
    """Every fault; where they are too long for a trailer, the last entry says how many are left out."""
    request = BadRequest()
    left_out = 0
    for fault in faults:
        violation = BadRequest.FieldViolation(field=fault.path, reason=fault.code, description=_shorten(fault.message))
        if left_out or request.ByteSize() + violation.ByteSize() > MAX_FAULT_BYTES:
            left_out += 1
        else:
            request.field_violations.append(violation)
    if left_out:
        request.field_violations.add(reason="MORE_FAULTS", description=f"{left_out} more faults are not listed")
    return request


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _duration(seconds: float) -> Duration:
    return Duration(seconds=int(seconds), nanos=round(seconds % 1 * 1e9))


def _pack(detail: Message) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed
