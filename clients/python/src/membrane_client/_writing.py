"""Writes dataclasses as JSON, by the types of their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, Union, get_args, get_origin

from . import _json, _times
from ._fields import members_of, without
from ._json import UNSET, Json, Unset

_Write = Callable[[Any, str], Json]


class Misfit(ValueError):
    """A value that its field cannot have."""

    def __init__(self, path: str, complaint: str) -> None:
        super().__init__(f"{path} {complaint}")
        self.path = path
        self.complaint = complaint


def encode(value: Any) -> str:
    """Writes an object; raises Misfit with the path of a value that cannot be written."""
    return _json.dumps(to_json(value))


def to_json(value: Any) -> Json:
    """The members of an object."""
    return _at("", value)


def _at(path: str, value: Any) -> Json:
    hint: Any = type(value)
    return _writer(hint)(value, path)


@cache
def _writer(hint: Any) -> _Write:
    hint = without(hint, type(None), Unset)
    if is_dataclass(hint):
        return _object_writer(hint)
    if get_origin(hint) is Union:
        return lambda value, path: _at(path, value)
    if get_origin(hint) is list:
        return _list_writer(_writer(get_args(hint)[0]))
    return _instant if hint is datetime else _plain


def _instant(value: Any, path: str) -> str:
    try:
        return _times.text(value)
    except (AttributeError, ValueError) as bad:
        raise Misfit(path, str(bad)) from bad


def _plain(value: Any, path: str) -> Json:
    """A scalar, or any JSON. It is written here, where the path is known of what is none."""
    try:
        return _json.Written(_json.dumps(value))
    except (TypeError, ValueError) as bad:
        raise Misfit(path, str(bad)) from bad


def _list_writer(item: _Write) -> _Write:
    def write(value: Any, path: str) -> Json:
        if isinstance(value, str):  # Else it would be a list of its letters.
            raise Misfit(path, "must not be a single text")
        return [item(one, f"{path}[{index}]") for index, one in enumerate(value)]

    return write


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
            left_out = own is UNSET or (own is None and not is_free)
            if not left_out and (own or factory is MISSING):
                members[member] = part(own, f"{path}.{member}".lstrip("."))
        return members

    return write
