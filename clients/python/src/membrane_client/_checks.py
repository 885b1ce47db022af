"""Checks what a program gives, and names what is wrong by the path of its field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from .errors import InvalidArgument

T = TypeVar("T")


def invalid(field: str, complaint: str) -> InvalidArgument:
    """An error in the server's words, for what cannot even be sent."""
    return InvalidArgument(f"validation error for {field}: {complaint}", field=field)


def require(field: str, value: object, *kinds: type) -> None:
    """Refuses a value of another type."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise invalid(field, f"must be {wanted}, not {type(value).__name__}")


def items(field: str, values: Iterable[T]) -> Iterable[T]:
    """The same values. Refuses a text and a mapping, whose items are letters and names."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise invalid(field, f"must be a list, not {type(values).__name__}")
    return values
