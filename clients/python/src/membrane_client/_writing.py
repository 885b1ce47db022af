"""Writes dataclasses as JSON, by the types of their fields, which it checks.

The path of a field is what the server calls it: it begins in the object that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, is_dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from . import _checks, _json, _times
from ._checks import invalid, require
from ._fields import members_of, without
from ._json import UNSET, Json, Unset

_Write = Callable[[Any, str], Json]

_KINDS: dict[Any, tuple[type, ...]] = {
    Literal: (str,),
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (float, int, Decimal),
    dict: (Mapping,),
}
"""What a field may be given, by its type; any JSON if it is none of these."""

_EMPTY: tuple[Json, ...] = ([], "{}")
"""What is left out where nothing was filled in."""


def encode(value: object) -> str:
    """Writes an object of a dataclass."""
    return _json.dumps(_members(value, ""))


def encode_all(kind: type, values: Iterable[object], path: str) -> str | None:
    """Writes objects of a dataclass as an array; None if there are none."""
    written = _list_writer(_writer(kind))(values, path)
    return _json.dumps(written) if written else None


@cache
def _writer(hint: Any) -> _Write:
    hint = without(hint, type(None), Unset)
    origin: Any = get_origin(hint) or hint
    if is_dataclass(origin):
        return _typed_writer((hint,))
    if origin is Union:
        return _typed_writer(get_args(hint))
    if origin is list:
        return _list_writer(_writer(get_args(hint)[0]))
    return _instant if hint is datetime else _plain_writer(_KINDS.get(origin, (object,)))


def _typed_writer(kinds: tuple[type, ...]) -> _Write:
    def write(value: Any, path: str) -> Json:
        require(path, value, *kinds)
        return _members(value, path)

    return write


def _members(value: object, path: str) -> Json:
    kind: Any = type(value)
    return _object_writer(kind)(value, path)


def _instant(value: Any, path: str) -> str:
    require(path, value, datetime)
    try:
        return _times.text(value)
    except ValueError as bad:
        raise invalid(path, str(bad)) from bad


def _plain_writer(kinds: tuple[type, ...]) -> _Write:
    """Of a scalar, or any JSON. It is written here, where the path is known of what is none."""

    def write(value: Any, path: str) -> Json:
        require(path, value, *kinds)
        try:
            return _json.Written(_json.dumps(value))
        except (TypeError, ValueError) as bad:
            raise invalid(path, str(bad)) from bad

    return write


def _list_writer(item: _Write) -> _Write:
    def write(value: Any, path: str) -> Json:
        values = _checks.items(path, value)
        return [item(one, f"{path}[{index}]") for index, one in enumerate(values)]

    return write


@cache
def _object_writer(kind: Any) -> _Write:
    plan = [
        (one.name, member, _writer(hint), without(hint, Unset) is Any, one.default_factory)
        for one, member, hint in members_of(kind)
    ]
    variant = getattr(kind, "kind", None)
    start = {"kind": variant} if isinstance(variant, str) else {}

    def write(value: Any, path: str) -> Json:
        members: dict[str, Json] = dict(start)
        for name, member, part, is_free, factory in plan:
            own = getattr(value, name)
            if own is UNSET or (own is None and not is_free):
                continue
            written = part(own, f"{path}.{member}".lstrip("."))
            if factory is MISSING or written not in _EMPTY:
                members[member] = written
        return members

    return write
