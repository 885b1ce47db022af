"""Takes experience in. Each call has an idempotency key, by which a repeat of it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from .._json import UNSET, Json, Unset
from .._stubs import membrane_pb2 as pb
from .._writing import encode_all
from ..answers import Ingested
from ..names import (
    EpisodeDeletionPolicy,
    IfKnown,
    OnConflict,
    OutcomeStatus,
    Sensitivity,
    TaskState,
    ToolEffect,
)
from ..payloads import Constraint
from ..records import MemoryRecord, RecordDraft
from .call import Call, document, fill, free, new_key
from .parts import record


def read_ingested(answer: pb.IngestResponse) -> Ingested:
    """What became of an ingestion."""
    return Ingested(
        record(answer.record),
        answer.result,  # type: ignore[arg-type]
        list(answer.conflicts),
        answer.withdrawn or None,
        list(answer.skipped),
    )


def ingest_event(
    source: str,
    event_kind: str,
    ref: str,
    summary: str | None = None,
    *,
    data: Json | Unset = UNSET,
    timestamp: datetime | None = None,
    tags: Iterable[str] = (),
    scope: str | None = None,
    unscoped: bool | None = None,
    sensitivity: Sensitivity | None = None,
    episode: str | None = None,
    deletion_policy: EpisodeDeletionPolicy | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """Something happened: creates an episodic record, or appends to an episode.

    source is who saw it, event_kind what it is, such as "user_input", ref where the host system
    has it. data is kept as it is. Without a scope it goes to the only scope of the key, and that of
    a key of all scopes to everybody. unscoped=True says that it is for everybody, which a key of
    some scopes is refused; unscoped=False that it never is.
    """
    request = fill(
        pb.IngestEventRequest(),
        source=source,
        event_kind=event_kind,
        ref=ref,
        summary=summary,
        data=free("data", data),
        timestamp=timestamp,
        tags=tags,
        scope=scope,
        unscoped=unscoped,
        sensitivity=sensitivity,
        episode=episode,
        deletion_policy=deletion_policy,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestEvent", request, read_ingested)


def ingest_tool_output(
    source: str,
    tool_name: str,
    *,
    args: Mapping[str, Json] | None = None,
    result: Json | Unset = UNSET,
    depends_on: Iterable[str] = (),
    effect: ToolEffect | None = None,
    data: Json | Unset = UNSET,
    timestamp: datetime | None = None,
    tags: Iterable[str] = (),
    scope: str | None = None,
    unscoped: bool | None = None,
    sensitivity: Sensitivity | None = None,
    episode: str | None = None,
    deletion_policy: EpisodeDeletionPolicy | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """A tool was called: creates an episodic record with a tool graph, or appends to an episode.

    depends_on names the nodes whose results it needed; effect is "read" if its calls change
    nothing.
    """
    request = fill(
        pb.IngestToolOutputRequest(),
        source=source,
        tool_name=tool_name,
        args=None if args is None else free("args", args),
        result=free("result", result),
        depends_on=depends_on,
        effect=effect,
        data=free("data", data),
        timestamp=timestamp,
        tags=tags,
        scope=scope,
        unscoped=unscoped,
        sensitivity=sensitivity,
        episode=episode,
        deletion_policy=deletion_policy,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestToolOutput", request, read_ingested)


def ingest_observation(
    source: str,
    subject: str,
    predicate: str,
    object: Json = None,
    *,
    if_known: IfKnown | None = None,
    on_conflict: OnConflict | None = None,
    timestamp: datetime | None = None,
    tags: Iterable[str] = (),
    scope: str | None = None,
    unscoped: bool | None = None,
    sensitivity: Sensitivity | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """A fact was observed: creates a semantic record, or reinforces the one that says the same.

    on_conflict says what becomes of facts that give the same subject and predicate another object.
    "replace" keeps them all if one of them was stated later than timestamp.
    """
    request = fill(
        pb.IngestObservationRequest(),
        source=source,
        subject=subject,
        predicate=predicate,
        object=free("object", object),
        if_known=if_known,
        on_conflict=on_conflict,
        timestamp=timestamp,
        tags=tags,
        scope=scope,
        unscoped=unscoped,
        sensitivity=sensitivity,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestObservation", request, read_ingested)


def ingest_outcome(
    source: str,
    target_record_id: str,
    outcome_status: OutcomeStatus,
    *,
    used_record_ids: Iterable[str] = (),
    timestamp: datetime | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """An episode ended: records how. Answers the episodic record after the change.

    used_record_ids names the knowledge that the run used: a success reinforces it, a failure
    penalizes it, once for each episode. A later outcome takes that back and applies its own to all
    that was named.
    """
    request = fill(
        pb.IngestOutcomeRequest(),
        source=source,
        target_record_id=target_record_id,
        outcome_status=outcome_status,
        used_record_ids=used_record_ids,
        timestamp=timestamp,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestOutcome", request, read_ingested)


def ingest_working_state(
    source: str,
    thread_id: str,
    state: TaskState,
    *,
    next_actions: Iterable[str] = (),
    open_questions: Iterable[str] = (),
    context_summary: str | None = None,
    active_constraints: Iterable[Constraint] = (),
    timestamp: datetime | None = None,
    tags: Iterable[str] = (),
    scope: str | None = None,
    unscoped: bool | None = None,
    sensitivity: Sensitivity | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """Where a task stands: creates a working record, which replaces the thread's previous one.

    The one that arrives last is the current one, whatever its timestamp.
    """
    request = fill(
        pb.IngestWorkingStateRequest(),
        source=source,
        thread_id=thread_id,
        state=state,
        next_actions=next_actions,
        open_questions=open_questions,
        context_summary=context_summary,
        active_constraints=_constraints(active_constraints),
        timestamp=timestamp,
        tags=tags,
        scope=scope,
        unscoped=unscoped,
        sensitivity=sensitivity,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestWorkingState", request, read_ingested)


def _constraints(given: Iterable[Constraint] | None) -> str | None:
    return None if given is None else encode_all(Constraint, given, "active_constraints")


def ingest_record(
    record: RecordDraft | MemoryRecord,
    *,
    source: str | None = None,
    unscoped: bool | None = None,
    idempotency_key: str | None = None,
) -> Call[Ingested]:
    """Stores a full record of any type; it needs a sensitivity and a provenance.

    source is who hands it in; created_at, updated_at and audit_log are the server's."""
    request = fill(
        pb.IngestRecordRequest(),
        record=document("record", record),
        source=source,
        unscoped=unscoped,
        idempotency_key=new_key(idempotency_key),
    )
    return Call("IngestRecord", request, read_ingested)
