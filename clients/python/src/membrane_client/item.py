"""Items of ingest_batch and ingest_stream: each function takes what the ingestion of its name does.

    memory.ingest_batch([item.event("me", "user_input", "m1", "Hi", scope="s", episode="chat")])
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import ParamSpec

from ._calls import ingestion
from ._calls.batch import Item
from ._calls.call import Call
from .answers import Ingested

P = ParamSpec("P")


def _of(member: str, build: Callable[P, Call[Ingested]]) -> Callable[P, Item]:
    def make(*args: P.args, **kwargs: P.kwargs) -> Item:
        return Item(member, build(*args, **kwargs).request)

    make.__name__ = make.__qualname__ = member
    make.__doc__ = inspect.getdoc(build)
    setattr(make, "__signature__", inspect.signature(build))
    return make


event = _of("event", ingestion.ingest_event)
tool_output = _of("tool_output", ingestion.ingest_tool_output)
observation = _of("observation", ingestion.ingest_observation)
outcome = _of("outcome", ingestion.ingest_outcome)
working_state = _of("working_state", ingestion.ingest_working_state)
record = _of("record", ingestion.ingest_record)

__all__ = ["Item", "event", "observation", "outcome", "record", "tool_output", "working_state"]
