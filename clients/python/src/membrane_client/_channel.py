"""How a server is reached: how large answers may be, under which key."""

from __future__ import annotations

from typing import Any

from ._stubs.membrane_pb2 import DESCRIPTOR

LARGEST_ANSWER = 32 << 20
"""Bytes."""

USUAL_DEADLINE = 30.0
"""Seconds."""

_ENDLESS = 1e9
"""Seconds: some thirty years."""

SERVICE = DESCRIPTOR.services_by_name["MembraneService"]


def options() -> list[tuple[str, Any]]:
    """What the channel is told."""
    return [
        ("grpc.max_receive_message_length", LARGEST_ANSWER),
        ("grpc.max_send_message_length", LARGEST_ANSWER),
        # A server that was started again is found at the next try, and not two minutes later.
        ("grpc.initial_reconnect_backoff_ms", 200),
        ("grpc.max_reconnect_backoff_ms", 1000),
    ]


def metadata(key: str | None) -> tuple[tuple[str, str], ...]:
    """What shows the key, with every call."""
    if not key:
        return ()
    if not (key.isascii() and key.isprintable()):
        raise ValueError("key has characters that no header can carry")
    return (("authorization", f"Bearer {key}"),)


def deadline(seconds: float) -> float | None:
    """Checks a deadline; None if it is none, as gRPC takes an infinite one for one that is over."""
    if not seconds > 0:
        raise ValueError("deadline must be positive")
    return seconds if seconds < _ENDLESS else None
