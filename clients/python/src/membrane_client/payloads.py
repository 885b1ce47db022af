"""What records say: a payload for each of the five types of memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Literal, TypeAlias

from ._json import UNSET, Json, Unset
from .names import (
    EdgeKind,
    EvidenceType,
    OutcomeStatus,
    RevisionPolicy,
    RevisionStatus,
    TaskState,
    ToolEffect,
    ValidityMode,
)


@dataclass(frozen=True)
class RevisionState:
    """How a record was revised."""

    supersedes: str | None = None
    superseded_by: str | None = None
    status: RevisionStatus | None = None


@dataclass(frozen=True, kw_only=True)
class TimelineEvent:
    """Something that happened. data is kept as it is; UNSET if there is none."""

    t: datetime
    event_kind: str
    ref: str
    summary: str | None = None
    data: Json | Unset = UNSET


@dataclass(frozen=True, kw_only=True)
class ToolNode:
    """A call of a tool. result is UNSET if there is none."""

    id: str
    tool: str
    args: dict[str, Json] | None = None
    result: Json | Unset = UNSET
    timestamp: datetime | None = None
    depends_on: list[str] = field(default_factory=list)
    effect: ToolEffect | None = None


@dataclass(frozen=True, kw_only=True)
class EnvironmentSnapshot:
    """Where it happened."""

    os: str | None = None
    os_version: str | None = None
    tool_versions: dict[str, str] = field(default_factory=dict)
    working_directory: str | None = None
    context: dict[str, Json] | None = None


@dataclass(frozen=True, kw_only=True)
class EpisodicPayload:
    """What happened: a run of an agent, or a part of it."""

    kind: ClassVar[Literal["episodic"]] = "episodic"

    timeline: list[TimelineEvent]
    tool_graph: list[ToolNode] = field(default_factory=list)
    environment: EnvironmentSnapshot | None = None
    outcome: OutcomeStatus | None = None
    artifacts: list[str] = field(default_factory=list)
    tool_graph_ref: str | None = None
    episode: str | None = None


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """What holds for a task. value is UNSET if there is none."""

    type: str | None = None
    key: str | None = None
    value: Json | Unset = UNSET
    required: bool = False


@dataclass(frozen=True, kw_only=True)
class WorkingPayload:
    """Where a task stands."""

    kind: ClassVar[Literal["working"]] = "working"

    thread_id: str
    state: TaskState
    active_constraints: list[Constraint] = field(default_factory=list)
    next_actions: list[str] = field(default_factory=list)
    open_questions: list[str] = field(default_factory=list)
    context_summary: str | None = None
    revision: RevisionState | None = None


@dataclass(frozen=True, kw_only=True)
class Validity:
    """When, or under which conditions, a fact holds."""

    mode: ValidityMode = "global"
    conditions: dict[str, Json] | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ProvenanceRef:
    """What speaks for a fact."""

    source_type: EvidenceType
    source_id: str
    timestamp: datetime


@dataclass(frozen=True, kw_only=True)
class SemanticPayload:
    """A fact. object is any JSON, and None is JSON null."""

    kind: ClassVar[Literal["semantic"]] = "semantic"

    subject: str
    predicate: str
    object: Json = None
    validity: Validity = Validity()
    evidence: list[ProvenanceRef] = field(default_factory=list)
    revision_policy: RevisionPolicy | None = None
    revision: RevisionState | None = None


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """When a skill helps."""

    signal: str
    conditions: dict[str, Json] | None = None


@dataclass(frozen=True, kw_only=True)
class RecipeStep:
    """A step of a skill."""

    step: str
    tool: str | None = None
    args_schema: dict[str, Json] | None = None
    validation: str | None = None


@dataclass(frozen=True, kw_only=True)
class PerformanceStats:
    """How often a skill was used, and how well that went."""

    success_count: int = 0
    failure_count: int = 0
    success_rate: float = 0.0
    avg_latency_ms: float | None = None
    last_used_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class CompetencePayload:
    """How something is done."""

    kind: ClassVar[Literal["competence"]] = "competence"

    skill_name: str
    triggers: list[Trigger]
    recipe: list[RecipeStep]
    required_tools: list[str] = field(default_factory=list)
    failure_modes: list[str] = field(default_factory=list)
    fallbacks: list[str] = field(default_factory=list)
    performance: PerformanceStats | None = None
    version: str | None = None
    revision: RevisionState | None = None


@dataclass(frozen=True, kw_only=True)
class PlanNode:
    """A step of a plan."""

    id: str
    op: str
    params: dict[str, Json] | None = None
    guards: dict[str, Json] | None = None


@dataclass(frozen=True, kw_only=True)
class PlanEdge:
    """Which step needs which. from_ is the member "from" of JSON."""

    from_: str = field(metadata={"member": "from"})
    to: str
    kind: EdgeKind


@dataclass(frozen=True, kw_only=True)
class PlanMetrics:
    """How often a plan was carried out, and how well that went."""

    avg_latency_ms: float | None = None
    failure_rate: float = 0.0
    execution_count: int = 0
    last_executed_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class PlanGraphPayload:
    """The steps of some work, and which depend on which."""

    kind: ClassVar[Literal["plan_graph"]] = "plan_graph"

    plan_id: str
    version: str
    nodes: list[PlanNode]
    edges: list[PlanEdge]
    intent: str | None = None
    constraints: dict[str, Json] | None = None
    inputs_schema: dict[str, Json] | None = None
    outputs_schema: dict[str, Json] | None = None
    metrics: PlanMetrics | None = None
    revision: RevisionState | None = None


Payload: TypeAlias = (
    EpisodicPayload | WorkingPayload | SemanticPayload | CompetencePayload | PlanGraphPayload
)
