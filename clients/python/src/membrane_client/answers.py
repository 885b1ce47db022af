"""What calls answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Literal, TypeVar

from ._json import Json, Unset
from .errors import MembraneError
from .names import IngestResult, MemoryType, OutcomeStatus, Sensitivity
from .payloads import TimelineEvent, ToolNode
from .records import AuditEntry, MemoryRecord, Record

T = TypeVar("T")


@dataclass(frozen=True)
class Trust:
    """Under which trust a request is answered. It narrows what the caller may see.

    max_sensitivity: the highest level to show in full.
    scopes: where to look, in addition to what has no scope; everywhere if empty.
    actor_id: whom the caller acts for; informational.
    """

    max_sensitivity: Sensitivity
    scopes: Sequence[str] = ()
    actor_id: str = ""


@dataclass(frozen=True)
class Ingested:
    """The record as it now is, what became of the call, and ids of facts that contradict it.

    withdrawn: the id of a fact that says the same and was retracted or superseded; None if there
        is none, or the record was not created by this call.
    skipped: those of used_record_ids that did not count, as they were written: each is no whole
        id of an active record within the caller's reach.
    """

    record: Record
    result: IngestResult
    conflicts: list[str]
    withdrawn: str | None = None
    skipped: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id


@dataclass(frozen=True)
class IngestedItem:
    """What became of an item of a batch or a stream: it has either an answer or an error.

    number: its place among those that were sent, from 0.
    answer: its record is only its header if a later item that was committed with it changed it,
        or if it does not fit with those of earlier items into 16 MiB.
    error: why it was refused; it has changed nothing, unless the code is UNAVAILABLE.
    """

    number: int
    answer: Ingested | None
    error: MembraneError | None

    @property
    def ingested(self) -> Ingested:
        """The answer; raises the error of an item that was refused."""
        if self.answer is None:
            assert self.error is not None
            raise self.error
        return self.answer


@dataclass(frozen=True, kw_only=True)
class CompactRecord:
    """A record as models read it. date is YYYY-MM-DD; content says what the payload says.

    age: of a fact where the answer has others of its scope, subject and predicate; "older" if a
        later one says otherwise.
    """

    id: str
    type: MemoryType
    scope: str | None = None
    date: str | None = None
    confidence: float | None = None
    status: Literal["contested", "retracted"] | None = None
    age: Literal["latest", "older"] | None = None
    stopped_working: bool = False
    content: dict[str, Json] | None = None
    redacted: bool = False


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which procedures fit a task, the best first.

    selected: them; empty with another view than "full", where compact has them.
    stopped_working: the ids of those, selected or in the answer, that of late did at most half as
        well as others.
    confidence: how much the tools of the first are expected to overlap with those that solve the
        task, times whether it still works; not the chance that it is the right procedure.
    needs_more: whether it is not sure that they help.
    """

    selected: list[MemoryRecord] = field(default_factory=list)
    compact: list[CompactRecord] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    stopped_working: list[str] = field(default_factory=list)
    confidence: float = 0.0
    needs_more: bool = False


@dataclass(frozen=True, kw_only=True)
class Retrieved:
    """What helps with a task, the best first.

    records, compact, text: the one that the view asked for; text has a line for each record.
    scores: what each was put in order by.
    selection: which procedures fit; None if there was nothing to select.
    explanations: if asked for, the reasons for the place of each.
    truncated: whether records were left out, or are headers only, for the size of the answer.
    receipt_id: what replay_retrieval takes; empty if no receipt was asked for.
    """

    records: list[Record]
    compact: list[CompactRecord]
    text: str
    scores: list[float]
    selection: Selection | None
    explanations: list[dict[str, Json]]
    truncated: bool
    receipt_id: str


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list. next_cursor asks for the next one; it is empty on the last."""

    items: list[T]
    next_cursor: str


@dataclass(frozen=True)
class EpisodeEvent:
    """An event of an episode, the record that has it, and the call if it is one of a tool."""

    record_id: str
    event: TimelineEvent
    tool: ToolNode | None


@dataclass(frozen=True)
class EpisodePage(Page[EpisodeEvent]):
    """Events of an episode, the records that it consists of, and how it ended, if that is known."""

    record_ids: list[str]
    outcome: OutcomeStatus | None


@dataclass(frozen=True, kw_only=True)
class RelationEntry:
    """A relation between two records; the weight is 0 to 1."""

    source_id: str
    predicate: str
    target_id: str
    weight: float | None
    created_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class Episode:
    """What was put together under one key until its outcome was known."""

    episode: str
    scope: str | None
    record_ids: list[str]
    started_at: datetime
    updated_at: datetime
    events: int
    tool_calls: int
    outcome: OutcomeStatus | None


@dataclass(frozen=True, kw_only=True)
class Skill:
    """A competence or a plan graph in the format of Agent Skills; text is the whole SKILL.md."""

    name: str
    description: str
    record_id: str
    type: Literal["competence", "plan_graph"]
    scope: str | None
    trials: int
    successes: int
    claimed: bool
    last_used_at: datetime | None
    last_success_at: datetime | None
    stopped_working: bool
    text: str


@dataclass(frozen=True)
class Scope:
    """A scope, None for what has none, and how many records of it the caller sees in full."""

    scope: str | None
    records: int


@dataclass(frozen=True, kw_only=True)
class JobQueue:
    """What waits. set_aside: whether it holds what was given up."""

    name: str
    length: int
    oldest_due: datetime | None
    failures: int
    retried: int
    set_aside: bool


@dataclass(frozen=True, kw_only=True)
class JobRun:
    """The last run of a job or stage.

    result is ok, conflict, unavailable or error; of the consolidation what its first stage has
    that is not ok.
    """

    name: str
    ended_at: datetime
    seconds: float
    result: str


@dataclass(frozen=True)
class Jobs:
    """What waits for the background, and how its last runs ended."""

    queues: list[JobQueue]
    runs: list[JobRun]


@dataclass(frozen=True, kw_only=True)
class Version:
    """A record as it was from an instant until another; to is None: until now.

    audit is who made it and why, salience what it began with. record is None if it differs from
    the version before in nothing but salience and instants. Both are None if an erasure removed
    the content.
    """

    version: int
    from_: datetime = field(metadata={"member": "from"})
    to: datetime | None = None
    audit: list[AuditEntry]
    salience: float | None = None
    record: MemoryRecord | None = None


@dataclass(frozen=True, kw_only=True)
class FieldChange:
    """A member or an item that differs; before or after is UNSET where it was or is not there.

    path: where it is, as a JSON Pointer.
    """

    path: str
    before: Json | Unset
    after: Json | Unset


@dataclass(frozen=True, kw_only=True)
class VersionDiff:
    """What differs between two versions of a record."""

    from_: int
    to: int
    changes: list[FieldChange]


@dataclass(frozen=True)
class AnswerPlace:
    """A place in an answer, from 1; version is 0 if only the header of the record was shown."""

    rank: int
    score: float
    version: int


Difference = Literal[
    "none",
    "changed",
    "ranked_anew",
    "outlined",
    "retired",
    "dropped",
    "new",
    "risen",
    "unknown",
]
"""Why something is answered in another way than it was."""


@dataclass(frozen=True, kw_only=True)
class ReplayedRecord:
    """A record that was answered (then), or would be (now), and why the two differ."""

    id: str
    then: AnswerPlace | None
    now: AnswerPlace | None
    difference: Difference


@dataclass(frozen=True, kw_only=True)
class ReplayedProcedure:
    """A procedure that was selected, or would be now, and why the two differ."""

    id: str
    score: float
    version: int
    difference: Difference


@dataclass(frozen=True, kw_only=True)
class ReplayedSelection:
    """A selection that was answered, or would be now, the best first, as far as it may be seen."""

    selected: list[ReplayedProcedure]
    confidence: float
    needs_more: bool


@dataclass(frozen=True, kw_only=True)
class Replay:
    """What was answered under a receipt, and what would be answered now.

    request: what was asked, as the members of RetrieveRequest that were set.
    withheld: how many of the records that were answered are gone, or not to be seen any more.
    selection: None if there was none.
    selection_now: what would be selected now; None if nothing would be.
    refusal: why the question cannot be answered now; empty if it can.
    """

    at: datetime
    principal: str
    task_descriptor: str
    request: dict[str, Json]
    records: list[ReplayedRecord]
    withheld: int
    selection: ReplayedSelection | None
    selection_now: ReplayedSelection | None
    refusal: str
