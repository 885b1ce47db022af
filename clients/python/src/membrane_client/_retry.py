"""Which calls are sent again while the server cannot be reached, and when.

gRPC's own retry policy does not do: it gives a call up once the first byte of its answer is here.
"""

from __future__ import annotations

import random
import time
from typing import Any

import grpc

from ._failures import failure
from .errors import DeadlineExceeded

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
    "GetVersionDiff",
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
the server has done them; gRPC repeats only what never left this machine."""

WAITS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds, each give or take a fifth: a restart takes less than all."""


class Attempts:
    """The attempts at one call."""

    def __init__(self, rpc: str, seconds: float | None) -> None:
        """seconds: how long all of them may take; None without an end."""
        self._waits = iter(WAITS if rpc in RETRIED else ())
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """How many seconds the next attempt may take."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def pause_after(self, failed: grpc.RpcError) -> float:
        """How many seconds to wait before the next attempt. Raises the failure if there is none."""
        status: Any = failed
        if status.code() is grpc.StatusCode.CANCELLED and self.left() == 0:
            # A server that sees the deadline first only breaks the stream.
            raise DeadlineExceeded("the time for the call is over") from failed
        lost = status.code() is grpc.StatusCode.UNAVAILABLE
        wait = next(self._waits, None) if lost else None
        if wait is not None:
            pause = wait * random.uniform(0.8, 1.2)
            left = self.left()
            if left is None or pause < left:
                return pause
        raise failure(failed) from failed
