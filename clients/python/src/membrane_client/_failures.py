"""Makes an exception of the status of a call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import BadRequest, QuotaFailure
from google.rpc.status_pb2 import Status

from . import errors
from ._stubs.membrane_pb2 import IngestItemError
from .errors import MembraneError

_DETAILS = "grpc-status-details-bin"

_CLASSES: dict[str, type[MembraneError]] = {
    kind.code: kind
    for kind in (
        errors.InvalidArgument,
        errors.NotFound,
        errors.AlreadyExists,
        errors.PermissionDenied,
        errors.Unauthenticated,
        errors.FailedPrecondition,
        errors.ResourceExhausted,
        errors.Unavailable,
        errors.DeadlineExceeded,
        errors.Cancelled,
        errors.Unimplemented,
        errors.Internal,
    )
}


def failure(failed: grpc.RpcError) -> MembraneError:
    """The exception of a call that ended with a status, sync or asyncio."""
    status: Any = failed  # Both kinds answer these three, and share no class that says so.
    code: str = status.code().name
    text: str = status.details() or code
    details = _details(status.trailing_metadata() or ())
    kind = _CLASSES.get(code, MembraneError)
    if kind is errors.ResourceExhausted and details.quota:
        kind = errors.QuotaExceeded
    return kind(text, field=details.field, code=code)


def item_failure(error: IngestItemError) -> MembraneError:
    """The exception of one item among others."""
    kind = _CLASSES.get(error.code, MembraneError)
    if kind is errors.ResourceExhausted:  # Of a single item nothing else is too much.
        kind = errors.QuotaExceeded
    return kind(error.message, field=error.field or None, code=error.code)


class _Details:
    def __init__(self) -> None:
        self.field: str | None = None
        self.quota = False


def _details(metadata: Iterable[tuple[str, str | bytes]]) -> _Details:
    found = _Details()
    for name, value in metadata:
        if name == _DETAILS and isinstance(value, bytes):
            try:
                _read(Status.FromString(value), found)
            except DecodeError:
                pass  # Of a proxy, say; the code and the text stand without it.
    return found


def _read(status: Status, found: _Details) -> None:
    for detail in status.details:
        bad_request = BadRequest()
        if detail.Unpack(bad_request):
            fields = [violation.field for violation in bad_request.field_violations]
            found.field = fields[0] if fields and fields[0] else None
        elif detail.Is(QuotaFailure.DESCRIPTOR):
            found.quota = True
