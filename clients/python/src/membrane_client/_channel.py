"""How a server is reached: what may be sent again, how large answers may be, under which key."""

from __future__ import annotations

import json
from typing import Any

from ._stubs.membrane_pb2 import DESCRIPTOR

LARGEST_ANSWER = 32 << 20
"""Bytes."""

USUAL_DEADLINE = 30.0
"""Seconds."""

_ENDLESS = 1e9
"""Seconds: some thirty years."""

SERVICE = DESCRIPTOR.services_by_name["MembraneService"]

RETRIED = (
    "IngestEvent",
    "IngestToolOutput",
    "IngestObservation",
    "IngestOutcome",
    "IngestWorkingState",
    "IngestRecord",
    "IngestBatch",
    "Retrieve",
    "RetrieveByID",
    "RetrieveEpisode",
    "GetAuditLog",
    "GetHistory",
    "ReplayRetrieval",
    "GetMetrics",
    "ListRecords",
    "ListRelations",
    "ListEpisodes",
    "ListSkills",
    "ListScopes",
    "ListJobs",
)
"""Those that only read, and those that bring an idempotency key. Of the others nobody knows whether
the server has done them; of these gRPC repeats only what never left this machine."""

# Waits of half a second, 1.5, 4.5 and 8, each give or take a fifth: a restart takes less.
_POLICY = {
    "maxAttempts": 5,
    "initialBackoff": "0.5s",
    "maxBackoff": "8s",
    "backoffMultiplier": 3,
    "retryableStatusCodes": ["UNAVAILABLE"],
}


def options() -> list[tuple[str, Any]]:
    """What the channel is told."""
    names = [{"service": SERVICE.full_name, "method": rpc} for rpc in RETRIED]
    config = {"methodConfig": [{"name": names, "retryPolicy": _POLICY}]}
    return [
        ("grpc.max_receive_message_length", LARGEST_ANSWER),
        ("grpc.max_send_message_length", LARGEST_ANSWER),
        ("grpc.enable_retries", 1),
        ("grpc.per_rpc_retry_buffer_size", LARGEST_ANSWER),
        ("grpc.service_config", json.dumps(config)),
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
