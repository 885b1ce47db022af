"""A call that is yet to be made."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from .. import _json, _times, _writing
from .._json import UNSET, Json
from .._stubs import membrane_pb2 as pb
from ..answers import Page, Trust
from ..errors import InvalidArgument

T_co = TypeVar("T_co", covariant=True)
M = TypeVar("M", bound=Message)
P = TypeVar("P", bound=Page[Any])


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """A request, the RPC that takes it, and how the answer is read.

    endless: whether it takes as long as it takes.
    """

    rpc: str
    request: Message
    read: Callable[[Any], T_co]
    endless: bool = False


def after(call: Call[P], page: P) -> Call[P]:
    """The same call for the page after one."""
    request = type(call.request)()
    request.CopyFrom(call.request)
    setattr(request, "cursor", page.next_cursor)
    return replace(call, request=request)


def fill(request: M, path: str = "", /, **given: Any) -> M:
    """Sets fields. What is None was not said, and is left out.

    path: what goes before the name of a field in errors.
    """
    for name, value in given.items():
        if value is not None:
            try:
                _set(request, name, value)
            except ValueError as bad:
                raise invalid(path + name, str(bad)) from bad
            except (AttributeError, TypeError) as bad:
                raise invalid(path + name, f"must not be {value!r:.60}") from bad
    return request


def _set(request: Message, name: str, value: Any) -> None:
    if isinstance(value, Message):
        getattr(request, name).CopyFrom(value)
    elif isinstance(value, datetime):
        setattr(request, name, _times.text(value))
    elif isinstance(value, (str, bytes, int, float)):
        setattr(request, name, value)
    elif isinstance(value, Iterable):
        getattr(request, name).extend(value)
    else:
        raise TypeError


def invalid(field: str, complaint: str) -> InvalidArgument:
    """An error in the server's words, for what cannot even be sent."""
    return InvalidArgument(f"validation error for {field}: {complaint}", field=field)


def free(name: str, value: Json) -> str | None:
    """Any JSON; None if there is none."""
    if value is UNSET:
        return None
    return _written(name, lambda: _json.dumps(value))


def document(name: str, value: object) -> str:
    """A typed object as JSON."""
    return _written(name, lambda: _writing.encode(value))


def documents(name: str, values: Iterable[object]) -> str | None:
    """Typed objects as a JSON array; None if there are none."""
    items = list(values)
    return (
        _written(name, lambda: _json.dumps(list(map(_writing.to_json, items)))) if items else None
    )


def _written(name: str, write: Callable[[], str]) -> str:
    try:
        return write()
    except _writing.Misfit as bad:
        raise invalid(bad.path or name, bad.complaint) from bad
    except (AttributeError, TypeError, ValueError) as bad:
        raise invalid(name, str(bad)) from bad


def trusted(trust: Trust | None) -> pb.TrustContext | None:
    """The trust of a request."""
    if trust is None:
        return None
    return fill(
        pb.TrustContext(),
        "trust.",
        max_sensitivity=trust.max_sensitivity,
        scopes=trust.scopes,
        actor_id=trust.actor_id,
    )


def new_key(own: str | None) -> str:
    """The caller's own idempotency key, or one that no other call has."""
    return own or str(uuid.uuid4())
