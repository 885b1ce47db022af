"""Lists what there is, a page at a time, and what goes on.

page_size is 1 to 1,000; 0 means 100. cursor is the next_cursor of the page before, with all else
but page_size as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from .. import _json
from .._json import Json
from .._stubs import membrane_pb2 as pb
from .._times import parse, parse_optional
from ..answers import Episode, JobQueue, JobRun, Jobs, Page, RelationEntry, Scope, Skill, Trust
from ..names import MemoryType
from ..records import Record
from .call import Call, fill, trusted
from .parts import or_none, record


def list_records(
    *,
    memory_types: Iterable[MemoryType] = (),
    tags: Iterable[str] = (),
    thread_id: str | None = None,
    include_retracted: bool = False,
    created_from: datetime | None = None,
    created_until: datetime | None = None,
    updated_from: datetime | None = None,
    updated_until: datetime | None = None,
    as_of: datetime | None = None,
    page_size: int = 0,
    cursor: str = "",
    trust: Trust | None = None,
) -> Call[Page[Record]]:
    """Lists records in the order in which they were stored, a page at a time.

    What is there all the while is listed once, whatever is written in between. The instants from
    which are included, those until which are not. With as_of the records are as they were at that
    instant.
    """
    request = fill(
        pb.ListRecordsRequest(),
        memory_types=memory_types,
        tags=tags,
        thread_id=thread_id,
        include_retracted=include_retracted,
        created_from=created_from,
        created_until=created_until,
        updated_from=updated_from,
        updated_until=updated_until,
        as_of=as_of,
        page_size=page_size,
        cursor=cursor,
        trust=trusted(trust),
    )
    return Call("ListRecords", request, _records)


def _records(answer: pb.ListRecordsResponse) -> Page[Record]:
    return Page([record(one) for one in answer.records], answer.next_cursor)


def list_relations(
    id: str, *, page_size: int = 0, cursor: str = "", trust: Trust | None = None
) -> Call[Page[RelationEntry]]:
    """Lists the relations of a record and those of others to it, a page at a time."""
    request = fill(
        pb.ListRelationsRequest(), id=id, page_size=page_size, cursor=cursor, trust=trusted(trust)
    )
    return Call("ListRelations", request, _relations)


def _relations(answer: pb.ListRelationsResponse) -> Page[RelationEntry]:
    return Page([_relation(one) for one in answer.relations], answer.next_cursor)


def _relation(entry: pb.RelationEntry) -> RelationEntry:
    return RelationEntry(
        source_id=entry.source_id,
        predicate=entry.predicate,
        target_id=entry.target_id,
        weight=entry.weight if entry.HasField("weight") else None,
        created_at=parse_optional(entry.created_at),
    )


def list_episodes(
    episode: str | None = None,
    *,
    page_size: int = 0,
    cursor: str = "",
    trust: Trust | None = None,
) -> Call[Page[Episode]]:
    """Lists the episodes that have a key, or that one, in the order in which they began."""
    request = fill(
        pb.ListEpisodesRequest(),
        episode=episode,
        page_size=page_size,
        cursor=cursor,
        trust=trusted(trust),
    )
    return Call("ListEpisodes", request, _episodes)


def _episodes(answer: pb.ListEpisodesResponse) -> Page[Episode]:
    return Page([_episode(one) for one in answer.episodes], answer.next_cursor)


def _episode(entry: pb.EpisodeEntry) -> Episode:
    return Episode(
        episode=entry.episode,
        scope=or_none(entry.scope),
        record_ids=list(entry.record_ids),
        started_at=parse(entry.started_at),
        updated_at=parse(entry.updated_at),
        events=entry.events,
        tool_calls=entry.tool_calls,
        outcome=or_none(entry.outcome),
    )


def list_skills(
    name: str | None = None,
    *,
    record_id: str | None = None,
    include_stopped: bool = False,
    page_size: int = 0,
    cursor: str = "",
    trust: Trust | None = None,
) -> Call[Page[Skill]]:
    """Lists competences and plan graphs as Agent Skills, in the order in which they were stored.

    include_stopped lists those that stopped working, too; their text says so.
    """
    request = fill(
        pb.ListSkillsRequest(),
        name=name,
        record_id=record_id,
        include_stopped=include_stopped,
        page_size=page_size,
        cursor=cursor,
        trust=trusted(trust),
    )
    return Call("ListSkills", request, _skills)


def _skills(answer: pb.ListSkillsResponse) -> Page[Skill]:
    return Page([_skill(one) for one in answer.skills], answer.next_cursor)


def _skill(entry: pb.SkillEntry) -> Skill:
    return Skill(
        name=entry.name,
        description=entry.description,
        record_id=entry.record_id,
        type=entry.type,  # type: ignore[arg-type]
        scope=or_none(entry.scope),
        trials=entry.trials,
        successes=entry.successes,
        claimed=entry.claimed,
        last_used_at=parse_optional(entry.last_used_at),
        last_success_at=parse_optional(entry.last_success_at),
        stopped_working=entry.stopped_working,
        text=entry.text,
    )


def list_scopes(
    *, page_size: int = 0, cursor: str = "", trust: Trust | None = None
) -> Call[Page[Scope]]:
    """Lists the scopes of which the caller sees a record in full, by name, with how many."""
    request = fill(pb.ListScopesRequest(), page_size=page_size, cursor=cursor, trust=trusted(trust))
    return Call("ListScopes", request, _scopes)


def _scopes(answer: pb.ListScopesResponse) -> Page[Scope]:
    return Page(
        [Scope(or_none(one.scope), one.records) for one in answer.scopes], answer.next_cursor
    )


def list_jobs() -> Call[Jobs]:
    """What waits for the background and how its last runs ended, for the permission admin."""
    return Call("ListJobs", pb.ListJobsRequest(), _jobs)


def _jobs(answer: pb.ListJobsResponse) -> Jobs:
    return Jobs([_queue(one) for one in answer.queues], [_run(one) for one in answer.runs])


def _queue(queue: pb.JobQueue) -> JobQueue:
    return JobQueue(
        name=queue.name,
        length=queue.length,
        oldest_due=parse_optional(queue.oldest_due),
        failures=queue.failures,
        retried=queue.retried,
        set_aside=queue.set_aside,
    )


def _run(run: pb.JobRun) -> JobRun:
    return JobRun(
        name=run.name, ended_at=parse(run.ended_at), seconds=run.seconds, result=run.result
    )


def get_metrics() -> Call[dict[str, Json]]:
    """Figures over the whole memory, for callers with the permission admin."""
    return Call("GetMetrics", pb.GetMetricsRequest(), _figures)


def _figures(answer: pb.MetricsResponse) -> dict[str, Json]:
    figures: dict[str, Json] = _json.loads(answer.snapshot)
    return figures


def run_consolidation(
    *, again: str | None = None, scope: str | None = None
) -> Call[dict[str, int]]:
    """Learns from settled episodes now, for callers with the permission admin.

    Answers when all of it is learned, however long that takes, with counts of what was. With again,
    the name of a stage, it first queues the settled episodes that this stage has missed or set
    aside, of a scope alone if one is given.
    """
    request = fill(pb.RunConsolidationRequest(), again=again, scope=scope)
    return Call("RunConsolidation", request, _counts, endless=True)


def _counts(answer: pb.RunConsolidationResponse) -> dict[str, int]:
    counts: dict[str, int] = _json.loads(answer.result)
    return counts
