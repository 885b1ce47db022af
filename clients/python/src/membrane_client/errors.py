"""What calls raise: a MembraneError, of a class for each status that a caller may tell apart."""

from __future__ import annotations


class MembraneError(Exception):
    """A call that failed.

    code: the status by its name in gRPC, such as NOT_FOUND.
    message: what the server, or this client, says about it.
    field: which field of the request is wrong, if it is one.
    """

    code: str = "UNKNOWN"

    def __init__(self, message: str, *, field: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        if code is not None:
            self.code = code


class InvalidArgument(MembraneError):
    """The request is wrong, in the field that is named. Nothing was changed."""

    code = "INVALID_ARGUMENT"


class NotFound(MembraneError):
    """There is no such record, or none that the caller may know of."""

    code = "NOT_FOUND"


class AlreadyExists(MembraneError):
    """The id is taken, or the idempotency key, by another request."""

    code = "ALREADY_EXISTS"


class PermissionDenied(MembraneError):
    """The trust is too low, or the caller lacks a permission."""

    code = "PERMISSION_DENIED"


class Unauthenticated(MembraneError):
    """The server does not know the key, or asks for one."""

    code = "UNAUTHENTICATED"


class FailedPrecondition(MembraneError):
    """The state of a record forbids it, or another writer was faster."""

    code = "FAILED_PRECONDITION"


class ResourceExhausted(MembraneError):
    """Too much at once, or too often."""

    code = "RESOURCE_EXHAUSTED"


class QuotaExceeded(ResourceExhausted):
    """The caller has as many records as they may have."""


class Unavailable(MembraneError):
    """The server or its store cannot be reached."""

    code = "UNAVAILABLE"


class DeadlineExceeded(MembraneError):
    """No answer came in time. Nobody knows whether the server has done the call."""

    code = "DEADLINE_EXCEEDED"


class Cancelled(MembraneError):
    """The call was given up, as when the client was closed. The server may have done it."""

    code = "CANCELLED"


class Unimplemented(MembraneError):
    """This version of the server does not have the call."""

    code = "UNIMPLEMENTED"


class Internal(MembraneError):
    """A fault of the server. The message has an id to look up in its log."""

    code = "INTERNAL"


class Closed(MembraneError):
    """The client was closed before."""

    code = "CLOSED"
