"""What a program gives of another type is refused before it is sent, by the path of its field."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from membrane_client import (
    AsyncMembrane,
    Constraint,
    EpisodicPayload,
    InvalidArgument,
    Membrane,
    ProvenanceRef,
    RecordDraft,
    RedactedRecord,
    TimelineEvent,
    Trust,
)
from membrane_client._calls import batch, ingestion, listing, retrieval, revision
from tests.samples import INSTANT, PAYLOADS, draft

EPISODE, WORKING, FACT, SKILL, PLAN = PAYLOADS
EVENT = TimelineEvent(t=INSTANT, event_kind="k", ref="r")
HEADER = RedactedRecord(
    id="1",
    type="semantic",
    sensitivity="low",
    confidence=1.0,
    salience=1.0,
    created_at=INSTANT,
    updated_at=INSTANT,
)


def constraints(given: Any) -> Any:
    return ingestion.ingest_working_state("me", "t", "done", active_constraints=given)


def record(payload: Any, **others: Any) -> Any:
    return ingestion.ingest_record(replace(draft(FACT, "s"), payload=payload, **others))


def events(given: Any) -> Any:
    return record(EpisodicPayload(timeline=given))


def anything(value: Any) -> Any:
    return value


WRONG: list[tuple[str, Callable[[], Any]]] = [
    ("active_constraints[0].value", lambda: constraints([Constraint(value=object())])),
    ("active_constraints[1].key", lambda: constraints([Constraint(), Constraint(key=anything(7))])),
    ("active_constraints[0]", lambda: constraints([{"key": "k"}])),
    ("active_constraints[0]", lambda: constraints(["key"])),
    ("active_constraints[1]", lambda: constraints([Constraint(), EVENT])),
    ("active_constraints", lambda: constraints(Constraint())),
    ("active_constraints", lambda: constraints({})),
    ("active_constraints", lambda: constraints("key")),
    ("active_constraints", lambda: constraints(0)),
    ("trust", lambda: retrieval.retrieve(trust=anything({"max_sensitivity": "low"}))),
    ("trust", lambda: listing.list_scopes(trust=anything("low"))),
    ("trust.scopes", lambda: retrieval.retrieve(trust=Trust("low", scopes=anything({"s": 1})))),
    ("trust.max_sensitivity", lambda: revision.delete("1", trust=Trust(anything(5)))),
    ("record", lambda: ingestion.ingest_record(anything({"type": "semantic"}))),
    ("record", lambda: ingestion.ingest_record(anything(HEADER))),
    ("new_record", lambda: revision.supersede("1", anything(FACT))),
    ("merged_record", lambda: revision.merge(["1"], anything(None))),
    ("payload", lambda: ingestion.ingest_record(RecordDraft(payload=anything({"kind": "s"})))),
    ("payload", lambda: record(EVENT)),
    ("payload", lambda: record(EpisodicPayload)),
    ("payload.timeline[0]", lambda: events([{"t": INSTANT}])),
    ("payload.timeline[1]", lambda: events([EVENT, Constraint()])),
    ("payload.timeline", lambda: events(EVENT)),
    ("payload.timeline[0].t", lambda: events([replace(EVENT, t=anything("2026-01-15"))])),
    ("payload.timeline[0].ref", lambda: events([replace(EVENT, ref=anything(1))])),
    ("payload.tool_graph", lambda: record(replace(anything(EPISODE), tool_graph=0))),
    ("payload.environment", lambda: record(replace(anything(EPISODE), environment={"os": "x"}))),
    ("payload.artifacts[0]", lambda: record(replace(anything(EPISODE), artifacts=[1]))),
    ("payload.evidence[0]", lambda: record(replace(anything(FACT), evidence=[None]))),
    ("payload.validity.conditions", lambda: record(conditional())),
    ("payload.performance.success_count", lambda: record(counted("7"))),
    ("payload.edges[0].from", lambda: record(replace(anything(PLAN), edges=[edge()]))),
    ("confidence", lambda: record(FACT, confidence="high")),
    ("sensitivity", lambda: record(FACT, sensitivity=2)),
    ("tags", lambda: record(FACT, tags="")),
    ("lifecycle.pinned", lambda: record(FACT, lifecycle=pinned("yes"))),
    ("provenance.sources", lambda: record(FACT, provenance=sourced(ProvenanceRef))),
    ("tags", lambda: ingestion.ingest_event("me", "k", "r", tags=anything({"a": 1}))),
    ("tags", lambda: ingestion.ingest_event("me", "k", "r", tags=anything([1]))),
    ("from", lambda: retrieval.get_version_diff("1", from_=anything("1"))),
    ("all_or_nothing", lambda: batch.ingest_batch([], all_or_nothing=anything("yes"))),
]


def conditional() -> Any:
    fact = anything(FACT)
    return replace(fact, validity=replace(fact.validity, conditions=[1]))


def counted(count: Any) -> Any:
    skill = anything(SKILL)
    return replace(skill, performance=replace(skill.performance, success_count=count))


def edge() -> Any:
    return replace(anything(PLAN).edges[0], from_=1)


def pinned(value: Any) -> Any:
    return replace(anything(draft(FACT, "s").lifecycle), pinned=value)


def sourced(value: Any) -> Any:
    return replace(anything(draft(FACT, "s").provenance), sources=value)


@pytest.mark.parametrize(("field", "call"), WRONG)
def test_a_value_of_another_type_is_named(field: str, call: Callable[[], Any]) -> None:
    with pytest.raises(InvalidArgument) as refused:
        call()
    assert refused.value.field == field
    assert refused.value.message.startswith(f"validation error for {field}: ")


def test_what_it_must_be_is_said() -> None:
    with pytest.raises(InvalidArgument, match="must be TimelineEvent, not dict"):
        events([{"t": INSTANT}])
    with pytest.raises(InvalidArgument, match="must be RecordDraft or MemoryRecord, not dict"):
        ingestion.ingest_record(anything({}))
    with pytest.raises(InvalidArgument, match="for subject: must be str, not 5"):
        ingestion.ingest_observation("me", anything(5), "p", 1)
    with pytest.raises(InvalidArgument, match="for tags: must be a list of str, not 'abc'"):
        listing.list_records(tags="abc")
    with pytest.raises(InvalidArgument, match="for tags: must be a list of str, not \\[1\\]"):
        listing.list_records(tags=anything([1]))
    with pytest.raises(InvalidArgument, match="for page_size: must be int, not '5'"):
        listing.list_records(page_size=anything("5"))


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        (Membrane.retrieve, "Retrieved"),
        (Membrane.iterate_records, "Iterator[Record]"),
        (AsyncMembrane.retrieve, "Retrieved"),
        (AsyncMembrane.iterate_records, "AsyncIterator[Record]"),
    ],
)
def test_help_tells_what_is_answered(method: Any, answer: str) -> None:
    assert inspect.signature(method).return_annotation == answer
    assert inspect.get_annotations(method)["return"] == answer


def test_no_method_tells_of_an_internal_type() -> None:
    for client in (Membrane, AsyncMembrane):
        for name, method in inspect.getmembers(client, inspect.isfunction):
            if not name.startswith("_"):
                told = inspect.signature(method).return_annotation
                assert "Call[" not in told and told.count("[") == told.count("]"), name


def test_any_iterable_is_a_list_and_a_subclass_is_its_class() -> None:
    class Budget(Constraint):
        pass

    given = (one for one in (Constraint(key="a"), Budget(key="b")))
    request = constraints(given).request
    written = '[{"key":"a","required":false},{"key":"b","required":false}]'
    assert request.active_constraints == written
    assert constraints(()).request.active_constraints == ""
    assert constraints(None).request.active_constraints == ""


def test_nobody_is_asked() -> None:
    with Membrane("127.0.0.1:1") as memory, pytest.raises(InvalidArgument):
        memory.retrieve(trust=anything({"max_sensitivity": "low"}))
