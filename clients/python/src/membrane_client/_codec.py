"""Dataclasses as JSON and back, by the types of their fields.

Members that a class does not have are ignored when reading: they are of a newer server. What the
contract calls a double is a float; free-form values stay as _json reads them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from . import _json, _times
from ._json import UNSET, Json, Unset
from .errors import MembraneError

T = TypeVar("T")

_Read = Callable[[Any, str], Any]
_Write = Callable[[Any, str], Json]


class Misfit(ValueError):
    """A value that its field cannot have."""

    def __init__(self, path: str, complaint: str) -> None:
        super().__init__(f"{path} {complaint}")
        self.path = path
        self.complaint = complaint


def decode(kind: type[T], text: bytes | str) -> T:
    """Reads an object of the answer."""
    return from_json(kind, _json.loads(text))


def from_json(kind: type[T], value: Json) -> T:
    """Makes an object of JSON that was read."""
    hint: Any = kind
    try:
        made: T = _reader(hint)(value, "")
    except (TypeError, ValueError, AttributeError) as bad:
        raise MembraneError(f"the answer is not understood: {bad}", code="INTERNAL") from bad
    return made


def encode(value: Any) -> str:
    """Writes an object; raises Misfit with the path of a value that cannot be written."""
    return _json.dumps(to_json(value))


def to_json(value: Any) -> Json:
    """The members of an object."""
    return _at("", value)


def _at(path: str, value: Any) -> Json:
    hint: Any = type(value)
    return _writer(hint)(value, path)


def _members(kind: Any) -> list[tuple[Field[Any], str, Any]]:
    hints = get_type_hints(kind)
    return [(one, one.metadata.get("member", one.name), hints[one.name]) for one in fields(kind)]


def _without(hint: Any, *kinds: Any) -> Any:
    """What else a union may be: one type, or a union of the others."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    rest = tuple(one for one in get_args(hint) if one not in kinds)
    return Any if Any in rest else Union[rest]


@cache
def _reader(hint: Any) -> _Read:
    hint = _without(hint, type(None), Unset)
    if is_dataclass(hint):
        return _object_reader(hint)
    if get_origin(hint) is Union:
        return _variant_reader({one.kind: one for one in get_args(hint)})
    if get_origin(hint) is list:
        item = _reader(get_args(hint)[0])
        return lambda value, path: [item(one, path) for one in value]
    if hint is float:
        return lambda value, path: float(value)
    if hint is datetime:
        return lambda value, path: _times.parse(value)
    return lambda value, path: value


def _object_reader(kind: Any) -> _Read:
    plan = [
        (one.name, member, _reader(hint), one.default is MISSING and one.default_factory is MISSING)
        for one, member, hint in _members(kind)
    ]
    free = {one.name for one, _, hint in _members(kind) if _without(hint, Unset) is Any}

    def read(value: Any, path: str) -> Any:
        given: dict[str, Any] = {}
        for name, member, part, required in plan:
            if member in value and (value[member] is not None or name in free):
                given[name] = part(value[member], f"{path}.{member}")
            elif required:
                raise Misfit(f"{path}.{member}".lstrip("."), "is missing")
        return kind(**given)

    return read


def _variant_reader(kinds: Mapping[str, Any]) -> _Read:
    def read(value: Any, path: str) -> Any:
        kind = kinds.get(value.get("kind"))
        if kind is None:
            raise Misfit(f"{path}.kind".lstrip("."), "is not known")
        return _reader(kind)(value, path)

    return read


@cache
def _writer(hint: Any) -> _Write:
    hint = _without(hint, type(None), Unset)
    if is_dataclass(hint):
        return _object_writer(hint)
    if get_origin(hint) is Union:
        return lambda value, path: _at(path, value)
    if get_origin(hint) is list:
        item = _writer(get_args(hint)[0])
        return lambda value, path: [
            item(one, f"{path}[{index}]") for index, one in enumerate(value)
        ]
    if hint is datetime:
        return _instant
    if hint is Any or get_origin(hint) is dict:
        return _free
    return lambda value, path: value


def _instant(value: Any, path: str) -> str:
    try:
        return _times.text(value)
    except (AttributeError, ValueError) as bad:
        raise Misfit(path, str(bad)) from bad


def _free(value: Any, path: str) -> Json:
    """Any JSON. It is written here, where the path is known of what is none."""
    try:
        return _json.Written(_json.dumps(value))
    except (TypeError, ValueError) as bad:
        raise Misfit(path, str(bad)) from bad


def _object_writer(kind: Any) -> _Write:
    plan = [
        (one.name, member, _writer(hint), _without(hint, Unset) is Any, one.default_factory)
        for one, member, hint in _members(kind)
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
