"""A call that is yet to be made."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from .. import _json, _times, _writing
from .._checks import invalid, require
from .._json import UNSET, Json
from .._stubs import membrane_pb2 as pb
from ..answers import Page, Trust
from ..records import MemoryRecord, RecordDraft

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
                raise invalid(path + name, f"{_rule(request, name)}, not {value!r:.60}") from bad
    return request


_KINDS = {
    FieldDescriptor.CPPTYPE_STRING: "str",
    FieldDescriptor.CPPTYPE_BOOL: "bool",
    FieldDescriptor.CPPTYPE_INT32: "int",
    FieldDescriptor.CPPTYPE_INT64: "int",
    FieldDescriptor.CPPTYPE_DOUBLE: "float",
}


def _rule(request: Message, name: str) -> str:
    """Of which type a field has to be."""
    field = request.DESCRIPTOR.fields_by_name[name]
    kind = _KINDS.get(field.cpp_type, "a message")
    return f"must be a list of {kind}" if field.is_repeated else f"must be {kind}"


def _set(request: Message, name: str, value: Any) -> None:
    if isinstance(value, Message):
        getattr(request, name).CopyFrom(value)
    elif isinstance(value, datetime):
        setattr(request, name, _times.text(value))
    elif isinstance(value, (str, bytes, int, float)):
        setattr(request, name, value)
    elif isinstance(value, Iterable) and not isinstance(value, Mapping):
        getattr(request, name).extend(value)
    else:
        raise TypeError


def free(name: str, value: Json) -> str | None:
    """Any JSON; None if there is none."""
    if value is UNSET:
        return None
    try:
        return _json.dumps(value)
    except (TypeError, ValueError) as bad:
        raise invalid(name, str(bad)) from bad


def document(name: str, value: RecordDraft | MemoryRecord) -> str:
    """A record as JSON."""
    require(name, value, RecordDraft, MemoryRecord)
    return _writing.encode(value)


def trusted(trust: Trust | None) -> pb.TrustContext | None:
    """The trust of a request."""
    if trust is None:
        return None
    require("trust", trust, Trust)
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
