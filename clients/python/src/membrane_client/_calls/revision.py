"""Changes what is known. None of these is sent again: nobody knows whether the server did it."""

from __future__ import annotations

import json as _json
from collections.abc import Iterable, Sequence
from typing import Any

from .._stubs import membrane_pb2 as pb
from ..answers import Trust
from ..records import MemoryRecord, Record, RecordDraft
from .call import Call, document, fill, trusted
from .parts import record


def _record(answer: pb.MemoryRecordResponse) -> Record:
    return record(answer.record)


def _nothing(answer: Any) -> None:
    return None


def supersede(
    old_id: str,
    new_record: RecordDraft | MemoryRecord,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[Record]:
    """Replaces a record by a new one and retracts the old one."""
    request = fill(
        pb.SupersedeRequest(),
        old_id=old_id,
        new_record=document("new_record", new_record),
        actor=actor,
        rationale=rationale,
        trust=trusted(trust),
    )
    return Call("Supersede", request, _record)


def fork(
    source_id: str,
    forked_record: RecordDraft | MemoryRecord,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[Record]:
    """Derives a new record from one that stays as it is."""
    request = fill(
        pb.ForkRequest(),
        source_id=source_id,
        forked_record=document("forked_record", forked_record),
        actor=actor,
        rationale=rationale,
        trust=trusted(trust),
    )
    return Call("Fork", request, _record)


def merge(
    ids: Iterable[str],
    merged_record: RecordDraft | MemoryRecord,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[Record]:
    """Makes one record of several and retracts those."""
    request = fill(
        pb.MergeRequest(),
        ids=ids,
        merged_record=document("merged_record", merged_record),
        actor=actor,
        rationale=rationale,
        trust=trusted(trust),
    )
    return Call("Merge", request, _record)


def retract(
    id: str,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[None]:
    """Withdraws a record without a replacement."""
    request = fill(
        pb.RetractRequest(), id=id, actor=actor, rationale=rationale, trust=trusted(trust)
    )
    return Call("Retract", request, _nothing)


def contest(
    id: str,
    contesting_ref: str,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[None]:
    """Marks a record as contradicted, by another or by evidence. It is still retrieved."""
    request = fill(
        pb.ContestRequest(),
        id=id,
        contesting_ref=contesting_ref,
        actor=actor,
        rationale=rationale,
        trust=trusted(trust),
    )
    return Call("Contest", request, _nothing)


def reinforce(
    id: str,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[None]:
    """Raises a record's salience: it was useful."""
    request = fill(
        pb.ReinforceRequest(), id=id, actor=actor, rationale=rationale, trust=trusted(trust)
    )
    return Call("Reinforce", request, _nothing)


def penalize(
    id: str,
    amount: float,
    *,
    actor: str | None = None,
    rationale: str | None = None,
    trust: Trust | None = None,
) -> Call[None]:
    """Lowers a record's salience by an amount, which is finite and at least 0: it was not useful."""
    request = fill(
        pb.PenalizeRequest(),
        id=id,
        amount=amount,
        actor=actor,
        rationale=rationale,
        trust=trusted(trust),
    )
    return Call("Penalize", request, _nothing)


def delete(
    id: str,
    *,
    reason: str | None = None,
    override_policy: bool = False,
    trust: Trust | None = None,
) -> Call[None]:
    """Removes a record's content for good; its audit log stays readable.

    override_policy deletes even what has the deletion policy "never", and takes the permission
    admin.
    """
    request = fill(
        pb.DeleteRequest(),
        id=id,
        reason=reason,
        override_policy=override_policy,
        trust=trusted(trust),
    )
    return Call("Delete", request, _nothing)


def delete_episode(
    episode: str,
    *,
    scope: str | None = None,
    unscoped: bool = False,
    reason: str | None = None,
    trust: Trust | None = None,
) -> Call[list[str]]:
    """Removes the content of all records of an episode for good; answers their ids.

    Without a scope it is the caller's only one; unscoped means the episode that has none.
    """
    request = fill(
        pb.DeleteEpisodeRequest(),
        episode=episode,
        scope=scope,
        unscoped=unscoped,
        reason=reason,
        trust=trusted(trust),
    )
    return Call("DeleteEpisode", request, lambda answer: list(answer.record_ids))


def erase(
    *,
    ids: Sequence[str] | None = None,
    scope: str | None = None,
    subject: str | None = None,
    reason: str | None = None,
    dry_run: bool | None = None,
    override_policy: bool | None = None,
    trust: Trust | None = None,
) -> Call[dict[str, Any]]:
    """Erases records with all that was learned from them alone, for callers with the permission
    admin.

    Exactly one of ids, scope and subject is given. Answers when all is erased, however long that
    takes, with a report of counts and ids, and the id of the proof in the audit log, which there
    is none of if nothing was found.
    """
    request = fill(
        pb.EraseRequest(),
        ids=ids,
        scope=scope,
        subject=subject,
        reason=reason,
        dry_run=dry_run,
        override_policy=override_policy,
        trust=trusted(trust),
    )
    return Call("Erase", request, _report, endless=True)


def _report(answer: pb.EraseResponse) -> dict[str, Any]:
    report: dict[str, Any] = _json.loads(answer.report)
    return report
