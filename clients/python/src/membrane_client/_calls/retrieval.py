"""Gives memory back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from google.protobuf.json_format import MessageToDict

from .. import _json, _reading
from .._json import UNSET, Json, Unset
from .._stubs import membrane_pb2 as pb
from .._times import parse
from ..answers import (
    AnswerPlace,
    CompactRecord,
    EpisodeEvent,
    EpisodePage,
    FieldChange,
    Page,
    Replay,
    ReplayedProcedure,
    ReplayedRecord,
    ReplayedSelection,
    Retrieved,
    Selection,
    Trust,
    Version,
    VersionDiff,
)
from ..names import MemoryType, View
from ..payloads import TimelineEvent, ToolNode
from ..records import AuditEntry, Record
from .call import Call, fill, free, trusted
from .parts import or_none, record

_EVERYTHING = Trust("hyper")


def retrieve(
    task_descriptor: str = "",
    *,
    trust: Trust = _EVERYTHING,
    memory_types: Iterable[MemoryType] = (),
    tags: Iterable[str] = (),
    thread_id: str | None = None,
    episode: str | None = None,
    context: Mapping[str, Json] | None = None,
    min_salience: float = 0.0,
    limit: int = 0,
    include_retracted: bool = False,
    matching_only: bool = False,
    explain: bool = False,
    view: View = "full",
    max_tokens: int = 0,
    wait_for_embeddings_ms: int = 0,
    now: datetime | None = None,
    as_of: datetime | None = None,
    valid_at: datetime | None = None,
    receipt: bool = False,
) -> Call[Retrieved]:
    """Finds what helps with a task, the best first, in all that the caller may see, or less.

    limit is 0 to 10,000; 0 means 100. episode is the key of episodes, whose records are wanted and
    no others. context is the situation: conditional facts with another
    value for one of its members are left out. view "text" answers a line for each record,
    "compact" what a model needs of them, either within max_tokens. now is the instant that the
    question is asked at. as_of asks for the records as they were at that instant, valid_at for
    facts that hold at one. With receipt, replay_retrieval tells later what was answered.
    """
    request = fill(
        pb.RetrieveRequest(),
        task_descriptor=task_descriptor,
        trust=trusted(trust),
        memory_types=memory_types,
        tags=tags,
        thread_id=thread_id,
        episode=episode,
        context=None if context is None else free("context", context),
        min_salience=min_salience,
        limit=limit,
        include_retracted=include_retracted,
        matching_only=matching_only,
        explain=explain,
        view=view,
        max_tokens=max_tokens,
        wait_for_embeddings_ms=wait_for_embeddings_ms,
        now=now,
        as_of=as_of,
        valid_at=valid_at,
        receipt=receipt,
    )
    return Call("Retrieve", request, lambda answer: _retrieved(answer, view))


def _retrieved(answer: pb.RetrieveResponse, view: View) -> Retrieved:
    compact = view == "compact"
    return Retrieved(
        records=[] if compact else [record(one) for one in answer.records],
        compact=[_reading.decode(CompactRecord, one) for one in answer.records] if compact else [],
        text=answer.text,
        scores=list(answer.scores),
        selection=_selection(answer.selection, view) if answer.selection else None,
        explanations=[_json.loads(one) for one in answer.explanations],
        truncated=answer.truncated,
        receipt_id=answer.receipt_id,
    )


def _selection(text: bytes, view: View) -> Selection:
    members = _json.loads(text)
    if view != "full":
        members["compact"] = members.pop("selected", [])
    return _reading.from_json(Selection, members)


def retrieve_by_id(
    id: str, *, trust: Trust = _EVERYTHING, as_of: datetime | None = None
) -> Call[Record]:
    """Reads one record: in full, or only its header if it is one level above the trust.

    With as_of it is as it was at that instant.
    """
    request = fill(pb.RetrieveByIDRequest(), id=id, trust=trusted(trust), as_of=as_of)
    return Call("RetrieveByID", request, lambda answer: record(answer.record))


def retrieve_episode(
    episode: str,
    *,
    scope: str | None = None,
    unscoped: bool = False,
    newest_first: bool = False,
    page_size: int = 0,
    cursor: str = "",
    trust: Trust | None = None,
) -> Call[EpisodePage]:
    """Reads the events of an episode in order, a page at a time, whatever records they are in.

    Of the episodes that have the key, the one that began last is meant, or the caller's own that
    was under way then. Without a scope it is the caller's only one; unscoped means the episode that
    has none.
    """
    request = fill(
        pb.RetrieveEpisodeRequest(),
        episode=episode,
        scope=scope,
        unscoped=unscoped,
        newest_first=newest_first,
        page_size=page_size,
        cursor=cursor,
        trust=trusted(trust),
    )
    return Call("RetrieveEpisode", request, _episode)


def _episode(answer: pb.RetrieveEpisodeResponse) -> EpisodePage:
    return EpisodePage(
        [_event(one) for one in answer.events],
        answer.next_cursor,
        list(answer.record_ids),
        or_none(answer.outcome),
    )


def _event(entry: pb.EpisodeEvent) -> EpisodeEvent:
    return EpisodeEvent(
        entry.record_id,
        _reading.decode(TimelineEvent, entry.event),
        _reading.decode(ToolNode, entry.tool) if entry.tool else None,
    )


def get_audit_log(id: str, *, trust: Trust | None = None) -> Call[list[AuditEntry]]:
    """Who did what to a record, also to a deleted one, and why; oldest first."""
    request = fill(pb.GetAuditLogRequest(), id=id, trust=trusted(trust))
    return Call("GetAuditLog", request, _audit_log)


def _audit_log(answer: pb.GetAuditLogResponse) -> list[AuditEntry]:
    return [_reading.decode(AuditEntry, one) for one in answer.entries]


def get_history(
    id: str, *, page_size: int = 0, cursor: str = "", trust: Trust | None = None
) -> Call[Page[Version]]:
    """The versions of a record that are kept, also of one that was pruned; oldest first."""
    request = fill(
        pb.GetHistoryRequest(), id=id, page_size=page_size, cursor=cursor, trust=trusted(trust)
    )
    return Call("GetHistory", request, _history)


def _history(answer: pb.GetHistoryResponse) -> Page[Version]:
    return Page([_reading.decode(Version, one) for one in answer.versions], answer.next_cursor)


def get_version_diff(
    id: str, *, from_: int = 0, to: int = 0, trust: Trust | None = None
) -> Call[VersionDiff]:
    """What differs between two versions; without numbers, of the last one from the one before."""
    numbers = {"from": from_, "to": to}
    request = fill(pb.GetVersionDiffRequest(), id=id, trust=trusted(trust), **numbers)
    return Call("GetVersionDiff", request, _diff)


def _diff(answer: pb.GetVersionDiffResponse) -> VersionDiff:
    return VersionDiff(
        from_=getattr(answer, "from"),
        to=answer.to,
        changes=[
            FieldChange(path=one.path, before=_value(one.before), after=_value(one.after))
            for one in answer.changes
        ],
    )


def _value(json: bytes) -> Json | Unset:
    return _json.loads(json) if json else UNSET


def replay_retrieval(receipt_id: str) -> Call[Replay]:
    """What was answered under a receipt, and what would be answered now."""
    request = fill(pb.ReplayRetrievalRequest(), receipt_id=receipt_id)
    return Call("ReplayRetrieval", request, _replay)


def _replay(answer: pb.ReplayRetrievalResponse) -> Replay:
    return Replay(
        at=parse(answer.at),
        principal=answer.principal,
        task_descriptor=answer.request.task_descriptor,
        request=MessageToDict(answer.request, preserving_proto_field_name=True),
        records=[_replayed(one) for one in answer.records],
        withheld=answer.withheld,
        selection=_selected(answer.selection) if answer.HasField("selection") else None,
        selection_now=(
            _selected(answer.selection_now) if answer.HasField("selection_now") else None
        ),
        refusal=answer.refusal,
    )


def _selected(one: pb.ReplayedSelection) -> ReplayedSelection:
    return ReplayedSelection(
        selected=[
            ReplayedProcedure(
                id=each.id,
                score=each.score,
                version=each.version,
                difference=each.difference,  # type: ignore[arg-type]
            )
            for each in one.selected
        ],
        confidence=one.confidence,
        needs_more=one.needs_more,
    )


def _replayed(one: pb.ReplayedRecord) -> ReplayedRecord:
    return ReplayedRecord(
        id=one.id,
        then=_place(one.then) if one.HasField("then") else None,
        now=_place(one.now) if one.HasField("now") else None,
        difference=one.difference,  # type: ignore[arg-type]
    )


def _place(one: pb.AnswerPlace) -> AnswerPlace:
    return AnswerPlace(one.rank, one.score, one.version)
