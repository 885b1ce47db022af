"""A conversation is kept as an episode, read in order, and deleted as a whole."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest

from membrane_client import InvalidArgument, Membrane, MemoryRecord, NotFound
from tests.samples import INSTANT
from tests.server import Server

MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": "be kind"},
    {"role": "user", "content": [{"type": "image", "data": "aGk=" * 10}, {"type": "text"}]},
    {"role": "assistant", "calls": [{"id": "1", "args": {"n": 2**53 + 1}}, {"id": "2"}]},
    {"role": "tool", "id": "2", "content": None},
    {"role": "tool", "id": "1", "content": ""},
    {"role": "user", "content": "again"},
    {"role": "user", "content": "again"},
]


def say(memory: Membrane, scope: str, number: int) -> str:
    return memory.ingest_event(
        "chat",
        "message",
        str(number),
        data=MESSAGES[number % len(MESSAGES)],
        timestamp=INSTANT + timedelta(microseconds=number),
        scope=scope,
        episode="conversation",
        deletion_policy="manual_only",
    ).id


def said(memory: Membrane, scope: str, **options: Any) -> list[Any]:
    events = memory.iterate_episode_events("conversation", scope=scope, **options)
    return [one.event.data for one in events]


def test_it_is_read_in_order_from_either_end(memory: Membrane, scope: str) -> None:
    for number in range(len(MESSAGES)):
        say(memory, scope, number)
    assert said(memory, scope) == MESSAGES
    assert said(memory, scope, page_size=2) == MESSAGES
    assert said(memory, scope, page_size=3, newest_first=True) == MESSAGES[::-1]
    last = memory.retrieve_episode("conversation", scope=scope, newest_first=True, page_size=1)
    assert [one.event.data for one in last.items] == MESSAGES[-1:]
    assert last.next_cursor and last.outcome is None


def test_it_goes_on_past_what_one_record_holds(memory: Membrane, scope: str) -> None:
    pictures = [f"{number} {'x' * 300_000}" for number in range(40)]
    ids = {
        memory.ingest_event(
            "chat", "message", picture[:2], data=picture, scope=scope, episode="conversation"
        ).id
        for picture in pictures
    }
    assert len(ids) > 1
    assert said(memory, scope) == pictures
    assert said(memory, scope, page_size=7, newest_first=True) == pictures[::-1]
    assert set(memory.retrieve_episode("conversation", scope=scope).record_ids) == ids


def test_writers_at_once_lose_nothing(shared_server: Server, scope: str) -> None:
    with Membrane(shared_server.address) as memory:
        writers = [
            threading.Thread(
                target=lambda first: [say(memory, scope, first + i) for i in range(7)],
                args=(7 * writer,),
            )
            for writer in range(8)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert said(memory, scope) == MESSAGES * 8


def test_it_stays_until_it_is_deleted(memory: Membrane, scope: str) -> None:
    first = say(memory, scope, 0)
    record = memory.retrieve_by_id(first)
    assert isinstance(record, MemoryRecord)
    assert record.lifecycle.deletion_policy == "manual_only"
    other = memory.ingest_event("chat", "message", "1", scope=f"{scope} 2", episode="conversation")
    assert memory.delete_episode("conversation", scope=scope, reason="asked to") == [first]
    with pytest.raises(NotFound):
        memory.retrieve_episode("conversation", scope=scope)
    with pytest.raises(NotFound):
        memory.retrieve_by_id(first)
    assert memory.get_audit_log(first)[-1].action == "delete"
    assert memory.retrieve_by_id(other.id).id == other.id


def test_one_without_a_scope_is_asked_for_by_unscoped(memory: Membrane, scope: str) -> None:
    key = f"everybody's {scope}"
    first = memory.ingest_event("chat", "message", "1", episode=key).id
    with pytest.raises(InvalidArgument) as refused:
        memory.retrieve_episode(key, scope=scope, unscoped=True)
    assert refused.value.field == "unscoped"
    assert memory.retrieve_episode(key, unscoped=True).record_ids == [first]
    assert memory.delete_episode(key, unscoped=True) == [first]


def test_what_is_for_everybody_says_so(memory: Membrane, scope: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        memory.ingest_event("chat", "message", "1", unscoped=False)
    assert refused.value.field == "scope"
    with pytest.raises(InvalidArgument) as both:
        memory.ingest_event("chat", "message", "1", scope=scope, unscoped=True)
    assert both.value.field == "unscoped"
    everybody = memory.ingest_event("chat", "message", "1", unscoped=True).record
    assert isinstance(everybody, MemoryRecord)
    assert everybody.scope is None
    for unscoped in (None, False):
        named = memory.ingest_event("chat", "message", "1", scope=scope, unscoped=unscoped).record
        assert isinstance(named, MemoryRecord)
        assert named.scope == scope
