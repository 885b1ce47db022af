"""Makes dataclasses of JSON, by the types of their fields.

Members that a class does not have are ignored: they are of a newer server. What the contract calls
a double becomes a float; free-form values stay as _json reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

from . import _json, _times
from ._fields import members_of, without
from ._json import Json, Unset
from .errors import MembraneError

T = TypeVar("T")

_Read = Callable[[Any, str], Any]


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


@cache
def _reader(hint: Any) -> _Read:
    hint = without(hint, type(None), Unset)
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
        for one, member, hint in members_of(kind)
    ]
    free = {one.name for one, _, hint in members_of(kind) if without(hint, Unset) is Any}

    def read(value: Any, path: str) -> Any:
        given: dict[str, Any] = {}
        for name, member, part, required in plan:
            if member in value and (value[member] is not None or name in free):
                given[name] = part(value[member], f"{path}.{member}")
            elif required:
                raise ValueError(f"{path}.{member} is missing")
        return kind(**given)

    return read


def _variant_reader(kinds: Mapping[str, Any]) -> _Read:
    def read(value: Any, path: str) -> Any:
        kind = kinds.get(value.get("kind"))
        if kind is None:
            raise ValueError(f"{path}.kind is not known")
        return _reader(kind)(value, path)

    return read
