"""Parts of answers that several calls have."""

from __future__ import annotations

from typing import Any

from .. import _json, _reading
from .._json import Json
from ..records import MemoryRecord, Record, RedactedRecord


def record(text: bytes) -> Record:
    """A record in full, or the header of one."""
    return record_of(_json.loads(text))


def record_of(members: Json) -> Record:
    """As record, of JSON that was read."""
    kind: Any = MemoryRecord if "payload" in members else RedactedRecord
    found: Record = _reading.from_json(kind, members)
    return found


def or_none(text: str) -> Any:
    """What the wire leaves empty is None."""
    return text or None
