"""What the fields of dataclasses are called in JSON, and what they may hold."""

from __future__ import annotations

import types
from dataclasses import Field, fields
from typing import Any, Union, get_args, get_origin, get_type_hints


def members_of(kind: Any) -> list[tuple[Field[Any], str, Any]]:
    """The fields of a class, each with its name in JSON and its type."""
    hints = get_type_hints(kind)
    return [(one, one.metadata.get("member", one.name), hints[one.name]) for one in fields(kind)]


def without(hint: Any, *kinds: Any) -> Any:
    """What else a union may be: one type, or a union of the others."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    rest = tuple(one for one in get_args(hint) if one not in kinds)
    return Any if Any in rest else Union[rest]
