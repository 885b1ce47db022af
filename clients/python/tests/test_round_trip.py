"""What goes in comes out, to the last digit."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

from membrane_client import (
    UNSET,
    EpisodicPayload,
    Membrane,
    MemoryRecord,
    Payload,
    RecordDraft,
    Relation,
    RevisionState,
    WorkingPayload,
    _json,
    _reading,
    _times,
)
from tests.samples import INSTANT, JSON, LATER, PAYLOADS, draft

KINDS = [payload.kind for payload in PAYLOADS]


@pytest.mark.parametrize("payload", PAYLOADS, ids=KINDS)
def test_a_record_comes_back_equal(memory: Membrane, scope: str, payload: Payload) -> None:
    sent = draft(payload, scope)
    record = memory.retrieve_by_id(memory.ingest_record(sent, source="tester").id)
    assert isinstance(record, MemoryRecord)
    assert record.payload == payload
    assert record.type == payload.kind
    for member in ("sensitivity", "confidence", "salience", "scope", "tags", "provenance"):
        assert getattr(record, member) == getattr(sent, member), member
    assert asdict(record.lifecycle) == asdict(sent.lifecycle)  # type: ignore[call-overload]
    assert record.created_at == record.updated_at == record.audit_log[0].timestamp
    assert record.created_at.tzinfo == timezone.utc
    assert [entry.action for entry in record.audit_log] == ["create"]
    assert list(memory.iterate_records(trust=None, tags=["z"], memory_types=[payload.kind]))


@pytest.mark.parametrize("payload", PAYLOADS, ids=KINDS)
def test_what_was_read_can_be_sent(memory: Membrane, scope: str, payload: Payload) -> None:
    first = memory.ingest_record(draft(payload, scope)).record
    assert isinstance(first, MemoryRecord)
    copy = RecordDraft(
        payload=first.payload,
        sensitivity=first.sensitivity,
        provenance=first.provenance,
        scope=first.scope,
        relations=[Relation(predicate="supports", target_id=first.id, weight=0.1)],
    )
    again = memory.ingest_record(copy).record
    assert isinstance(again, MemoryRecord)
    if isinstance(again.payload, WorkingPayload):  # It has replaced the first of its thread.
        assert again.payload.revision == RevisionState(supersedes=first.id)
    else:
        assert again.payload == payload
    assert again.relations[0].target_id == first.id
    assert again.relations[0].weight == 0.1


def test_order_and_digits_are_kept(memory: Membrane, scope: str) -> None:
    event = memory.ingest_event("a", "user_input", "1", data=JSON, scope=scope, episode="order")
    memory.ingest_tool_output(
        "a", "tool", args=JSON, result=JSON, data=[JSON], scope=scope, episode="order"
    )
    fact = memory.ingest_observation("a", "s", "p", JSON, scope=scope)
    episode = memory.retrieve_by_id(event.id)
    known = memory.retrieve_by_id(fact.id)
    assert isinstance(episode, MemoryRecord) and isinstance(known, MemoryRecord)
    assert isinstance(episode.payload, EpisodicPayload)
    node = episode.payload.tool_graph[0]
    for value in (episode.payload.timeline[0].data, node.args, node.result, known.payload.object):  # type: ignore[union-attr]
        assert value == JSON
        assert list(value) == list(JSON)
        assert str(value["digits"]) == "0.100000000000000000000000000001"
        assert value["z"] == 9223372036854775807 and type(value["z"]) is int
        assert str(value["nested"]["list"][-1]["x"][0]) == "1.0"


def test_a_float_is_sent_with_its_shortest_digits(memory: Membrane, scope: str) -> None:
    fact = memory.ingest_observation("a", "s", "p", {"x": 0.1, "y": (1e300, 5e-324)}, scope=scope)
    found = memory.retrieve_by_id(fact.id).payload.object  # type: ignore[union-attr]
    assert found == {"x": Decimal("0.1"), "y": [Decimal("1e300"), Decimal("5e-324")]}
    assert float(found["y"][1]) == 5e-324


def test_left_out_and_null_are_told_apart(memory: Membrane, scope: str) -> None:
    memory.ingest_event("a", "k", "1", scope=scope, episode="e", data=None, timestamp=INSTANT)
    memory.ingest_event("a", "k", "2", scope=scope, episode="e", timestamp=LATER)
    events = memory.retrieve_episode("e", scope=scope).items
    assert [one.event.data for one in events] == [None, UNSET]


def test_an_instant_of_any_zone_is_kept_to_the_microsecond(memory: Membrane, scope: str) -> None:
    eastern = INSTANT.astimezone(timezone(timedelta(hours=-5, minutes=-30)))
    first = datetime(1, 1, 1, tzinfo=timezone.utc)
    last = datetime.max.replace(tzinfo=timezone.utc)
    for number, instant in enumerate((eastern, first, last)):
        memory.ingest_event("a", "k", str(number), scope=scope, episode="t", timestamp=instant)
    found = [one.event.t for one in memory.retrieve_episode("t", scope=scope).items]
    assert found == [first, INSTANT, last]
    assert all(one.utcoffset() == timedelta(0) for one in found)


def test_unknown_members_are_ignored() -> None:
    record: dict[str, Any] = {
        "id": "1",
        "type": "semantic",
        "sensitivity": "low",
        "confidence": 1,
        "salience": 1,
        "created_at": "2026-01-15T10:30:00Z",
        "updated_at": "2026-01-15T10:30:00.123456Z",
        "lifecycle": {
            "decay": {"curve": "exponential", "half_life_seconds": 1, "new": 1},
            "last_reinforced_at": "2026-01-15T10:30:00.123Z",
        },
        "provenance": {"sources": []},
        "payload": {"new": [], "subject": "s", "predicate": "p", "kind": "semantic"},
        "new": {"x": 1},
    }
    read = _reading.decode(MemoryRecord, json.dumps(record))
    assert read.payload.subject == "s"  # type: ignore[union-attr]
    assert type(read.confidence) is float


@pytest.mark.parametrize(
    "text", ['"\\ud83c\\udf89"', "-0", "1E400", "[1.10,{},[]]", "12345678901234567890"]
)
def test_json_is_written_as_it_was_read(text: str) -> None:
    assert _json.loads(_json.dumps(_json.loads(text))) == _json.loads(text)


def test_a_number_beyond_decimal_is_its_text_and_goes_as_a_number(
    memory: Membrane, scope: str
) -> None:
    text = '{"a":1e99999999999999999999,"b":-1.5e-99999999999999999999,"c":0.10}'
    sent = _json.loads(text)
    assert sent == {
        "a": "1e99999999999999999999",
        "b": "-1.5e-99999999999999999999",
        "c": Decimal("0.10"),
    }
    memory.ingest_event("a", "k", "1", scope=scope, episode="far", data=sent)
    [event] = memory.retrieve_episode("far", scope=scope).items
    assert _json.dumps(event.event.data) == text


@pytest.mark.parametrize(
    ("fraction", "micros"), [("", 0), (".5", 500_000), (".123", 123_000), (".123456789", 123_456)]
)
def test_a_fraction_of_a_second_is_cut_to_microseconds(fraction: str, micros: int) -> None:
    read = _times.parse(f"2026-01-15T10:30:00{fraction}Z")
    assert read == datetime(2026, 1, 15, 10, 30, 0, micros, tzinfo=timezone.utc)
