"""Every RPC reaches the server, and its answer comes back as an object."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import pytest

from membrane_client import (
    Constraint,
    EpisodicPayload,
    Membrane,
    MemoryRecord,
    Provenance,
    ProvenanceRef,
    ProvenanceSource,
    RecordDraft,
    SemanticPayload,
    WorkingPayload,
    _channel,
    item,
)
from tests.samples import PAYLOADS, draft
from tests.server import Server

SCOPE = "calls"


def fact(text: str) -> RecordDraft:
    now = datetime.now(timezone.utc)
    return RecordDraft(
        payload=SemanticPayload(
            subject="service",
            predicate="runs_on",
            object=text,
            evidence=[ProvenanceRef(source_type="human", source_id="e", timestamp=now)],
        ),
        sensitivity="low",
        scope=SCOPE,
        provenance=Provenance(sources=[ProvenanceSource(kind="event", ref="e")]),
    )


def test_each_rpc_is_called(client_type: Any, start_server: Callable[..., Server]) -> None:
    server = start_server()
    with client_type(server.address) as memory:
        runs(memory)
        batches(memory)
        task_states(memory)
        erasure(memory)
        facts(memory)
        procedures(memory)
        operations(memory)
    counts = server.calls()
    assert {rpc.name for rpc in _channel.SERVICE.methods} == {
        name for name, count in counts.items() if count > 0
    }


def runs(memory: Membrane) -> None:
    begun = memory.ingest_event("agent", "task", "1", "release it", scope=SCOPE, episode="run")
    assert begun.result == "created"
    step = memory.ingest_tool_output(
        "agent",
        "build",
        args={"all": True},
        result="ok",
        effect="write",
        scope=SCOPE,
        episode="run",
    )
    assert step.result == "appended"
    judged = memory.ingest_outcome("agent", begun.id, "success", used_record_ids=["01234567"])
    assert judged.skipped == ["01234567"]
    ended = judged.record
    assert isinstance(ended, MemoryRecord) and isinstance(ended.payload, EpisodicPayload)
    assert ended.payload.outcome == "success"

    memory.ingest_event("agent", "task", "2", "release it", scope=SCOPE, episode="other")
    found = memory.retrieve("release it", episode="run")
    assert [one.id for one in found.records] == [begun.id]
    memory.delete_episode("other", scope=SCOPE, reason="over")
    page = memory.retrieve_episode("run", scope=SCOPE)
    assert [one.event.event_kind for one in page.items] == ["task", "tool_call"]
    assert page.items[0].tool is None
    assert page.items[1].tool is not None and page.items[1].tool.effect == "write"
    assert (page.record_ids, page.outcome, page.next_cursor) == ([begun.id], "success", "")

    episode = memory.list_episodes("run").items[0]
    assert (episode.scope, episode.events, episode.tool_calls) == (SCOPE, 2, 1)
    assert episode.outcome == "success" and episode.started_at <= episode.updated_at
    assert memory.delete_episode("run", scope=SCOPE, reason="over") == [begun.id]
    assert list(memory.iterate_episodes("run")) == []


def batches(memory: Membrane) -> None:
    said = [item.event("agent", "user_input", name, name, scope=SCOPE) for name in ("a", "b")]
    assert [one.ingested.result for one in memory.ingest_batch(said[:1])] == ["created"]
    assert [one.ingested.result for one in memory.ingest_stream(said[1:])] == ["created"]


def erasure(memory: Membrane) -> None:
    fact = memory.ingest_observation("ann", "Erased", "likes", "tea", scope=SCOPE).record
    planned = memory.erase(ids=[fact.id], dry_run=True)
    assert planned["ids"] == [fact.id] and planned["records"] == {"semantic": 1}
    done = memory.erase(ids=[fact.id], reason="asked to")
    assert done["ids"] == [fact.id]
    (proof,) = memory.get_audit_log(done["proof_id"])
    assert done["digest"] in proof.rationale


def task_states(memory: Membrane) -> None:
    memory.ingest_working_state("agent", "thread", "planning", scope=SCOPE)
    state = memory.ingest_working_state(
        "agent",
        "thread",
        "blocked",
        next_actions=["ask"],
        open_questions=["who?"],
        context_summary="waits",
        active_constraints=[Constraint(key="budget", value=5, required=True)],
        scope=SCOPE,
    )
    assert state.result == "replaced"
    assert isinstance(state.record, MemoryRecord)
    assert isinstance(state.record.payload, WorkingPayload)
    assert state.record.payload.active_constraints[0].value == 5


def facts(memory: Membrane) -> None:
    first = memory.ingest_observation("agent", "service", "port", 80, scope=SCOPE)
    again = memory.ingest_observation("agent", "service", "port", 80, scope=SCOPE)
    other = memory.ingest_observation("agent", "service", "port", 81, scope=SCOPE)
    assert (again.id, again.result, other.conflicts) == (first.id, "reinforced", [first.id])

    kept = memory.ingest_record(fact("linux"), source="agent")
    newer = memory.supersede(kept.id, fact("bsd"), actor="agent", rationale="moved")
    fork = memory.fork(newer.id, fact("mac"), rationale="at home")
    merged = memory.merge([newer.id, fork.id], fact("unix"), rationale="both")
    relations = memory.list_relations(merged.id).items
    assert {one.target_id for one in relations if one.source_id == merged.id} == {newer.id, fork.id}

    memory.reinforce(merged.id, rationale="helped")
    memory.penalize(merged.id, 0.25, rationale="did not")
    memory.contest(merged.id, "ticket 7", rationale="unsure")
    found = memory.retrieve_by_id(merged.id)
    assert isinstance(found, MemoryRecord) and isinstance(found.payload, SemanticPayload)
    assert found.payload.revision is not None and found.payload.revision.status == "contested"
    assert found.salience == pytest.approx(0.75, abs=0.01)

    memory.retract(other.id, rationale="wrong")
    memory.delete(first.id, reason="asked to")
    log = memory.get_audit_log(first.id)
    assert [entry.action for entry in log] == ["create", "reinforce", "delete"]
    assert all(entry.hash for entry in log)
    history = memory.get_history(merged.id, page_size=100)
    assert [version.version for version in history.items] == [1, 2, 3, 4]
    assert list(memory.iterate_history(merged.id, page_size=2)) == history.items
    assert history.items[0].record is not None and history.items[1].record is None
    assert history.items[1].audit[0].rationale == "helped"
    diff = memory.get_version_diff(merged.id, from_=1, to=2)
    assert (diff.from_, diff.to) == (1, 2)
    assert "/salience" in [change.path for change in diff.changes]
    assert memory.get_version_diff(merged.id).to == 4
    then = memory.retrieve_by_id(merged.id, as_of=history.items[-1].from_)
    assert isinstance(then, MemoryRecord) and then.id == merged.id
    listed = memory.list_records(as_of=history.items[-1].from_, include_retracted=True)
    assert merged.id in [one.id for one in listed.items]
    asked = memory.retrieve("", as_of=history.items[-1].from_, valid_at=history.items[-1].from_)
    assert asked.selection is None
    receipted = memory.retrieve("", receipt=True)
    replay = memory.replay_retrieval(receipted.receipt_id)
    assert [one.id for one in replay.records if one.then] == [one.id for one in receipted.records]
    assert (replay.selection, replay.selection_now, replay.refusal) == (None, None, "")


def procedures(memory: Membrane) -> None:
    skill = memory.ingest_record(draft(PAYLOADS[3], SCOPE))
    listed = memory.list_skills(record_id=skill.id).items[0]
    assert (listed.type, listed.trials, listed.claimed) == ("competence", 2**62 + 1, False)
    assert list(memory.iterate_skills(listed.name)) == [listed]

    asked = memory.retrieve("release", limit=5, receipt=True)
    replay = memory.replay_retrieval(asked.receipt_id)
    assert replay.request["task_descriptor"] == replay.task_descriptor == "release"
    assert replay.request["limit"] == 5
    selection = replay.selection
    assert asked.selection is not None and selection is not None
    assert [one.id for one in selection.selected] == [one.id for one in asked.selection.selected]
    assert [one.score for one in selection.selected] == asked.selection.scores
    assert replay.selection_now is not None
    assert [one.id for one in replay.selection_now.selected] == [
        one.id for one in selection.selected
    ]
    assert selection.selected[0].difference in ("none", "ranked_anew")

    answer = memory.retrieve("release", limit=5, explain=True)
    assert len(answer.records) == len(answer.scores) == len(answer.explanations) <= 5
    assert answer.selection is not None and answer.selection.selected[0].id == skill.id
    compact = memory.retrieve("release", view="compact", memory_types=["competence"])
    assert compact.records == [] and compact.compact[0].id == skill.id
    assert compact.selection is not None and compact.selection.compact[0].id == skill.id
    text = memory.retrieve("release", view="text", max_tokens=200)
    assert text.records == [] and "release" in text.text


def operations(memory: Membrane) -> None:
    assert [one.scope for one in memory.iterate_scopes()] == [SCOPE]
    assert memory.list_scopes().items[0].records > 0
    assert memory.list_records(page_size=1).next_cursor
    assert memory.get_metrics()["total_records"] > 0
    assert memory.run_consolidation()["semantic_extracted"] == 0
    assert memory.run_consolidation(again="semantic", scope=SCOPE)["queued_again"] == 0
    assert {run.result for run in memory.list_jobs().runs} == {"ok"}


def test_pages_are_gone_through_to_the_end(memory: Membrane, scope: str) -> None:
    ids = [
        memory.ingest_observation("a", "s", "p", number, scope=scope, tags=[scope]).id
        for number in range(7)
    ]
    assert [one.id for one in memory.iterate_records(tags=[scope], page_size=3)] == ids
    second = memory.list_records(
        tags=[scope], page_size=3, cursor=memory.list_records(tags=[scope], page_size=3).next_cursor
    )
    assert [one.id for one in second.items] == ids[3:6]
