"""JSON as text, with every digit: integers are int, other numbers Decimal."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""Any JSON: None, bool, int, Decimal, str, list, dict; to send, also float, tuple, any Mapping."""


class Unset:
    """What a free-form member is that was left out; JSON null is None."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "UNSET"  # One there is, also after copying and pickling.


UNSET: Final = Unset()


class Written(str):
    """JSON that was written already."""


def loads(text: str | bytes) -> Json:
    """Reads JSON."""
    try:
        return json.loads(text, parse_float=Decimal, parse_int=_integer)
    except InvalidOperation:
        return json.loads(text, parse_float=_number, parse_int=_integer)


def _number(text: str) -> Decimal | Written:
    """A number; its text if the exponent is beyond what Decimal has."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Written(text)


def _integer(text: str) -> int | Decimal:
    return Decimal(text) if text == "-0" else int(text)


def dumps(value: Json) -> str:
    """Writes JSON; raises TypeError or ValueError for what is none."""
    try:
        return "".join(_parts(value))
    except RecursionError:
        raise ValueError("is nested too deeply, or contains itself") from None


def _parts(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _object(value)
    elif isinstance(value, (list, tuple)):
        yield from _array(value)
    else:
        yield _scalar(value)


def _object(value: Mapping[Any, Json]) -> Iterator[str]:
    before = "{"
    for name, member in value.items():
        if not isinstance(name, str):
            raise TypeError(f"has a name that is no text: {name!r}")
        yield f"{before}{_text(name)}:"
        yield from _parts(member)
        before = ","
    yield "}" if value else "{}"


def _array(value: list[Json] | tuple[Json, ...]) -> Iterator[str]:
    before = "["
    for item in value:
        yield before
        yield from _parts(item)
        before = ","
    yield "]" if value else "[]"


def _scalar(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float) and math.isfinite(value):
        return float.__repr__(value)
    if isinstance(value, Decimal) and value.is_finite():
        return str(value)
    raise TypeError(f"has a value that JSON has not: {value!r:.60}")


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
