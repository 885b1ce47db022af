"""Timestamps as the wire has them: RFC 3339 in UTC, to the microsecond."""

from __future__ import annotations

import re
from datetime import datetime, timezone

_FRACTION = re.compile(r"\.(\d+)")


def parse(text: str) -> datetime:
    """Reads what the server wrote, in a form that Python 3.10 understands."""
    in_micros = _FRACTION.sub(lambda found: f".{found[1][:6]:0<6}", text)
    return datetime.fromisoformat(in_micros.replace("Z", "+00:00"))


def parse_optional(text: str) -> datetime | None:
    """Reads a field that is empty where the server does not know."""
    return parse(text) if text else None


def text(instant: datetime) -> str:
    """Writes an instant; raises ValueError for one without a time zone."""
    if instant.utcoffset() is None:
        raise ValueError("must have a time zone")
    try:
        in_utc = instant.astimezone(timezone.utc)
    except OverflowError:
        raise ValueError("is outside the years 1 to 9999") from None
    return in_utc.replace(tzinfo=None).isoformat() + "Z"
