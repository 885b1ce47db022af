"""A record of each type with every member, and numbers that floats do not hold."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal

from membrane_client import (
    CompetencePayload,
    Constraint,
    DecayDraft,
    EnvironmentSnapshot,
    EpisodicPayload,
    LifecycleDraft,
    Payload,
    PerformanceStats,
    PlanEdge,
    PlanGraphPayload,
    PlanMetrics,
    PlanNode,
    Provenance,
    ProvenanceRef,
    ProvenanceSource,
    RecipeStep,
    RecordDraft,
    SemanticPayload,
    TimelineEvent,
    ToolNode,
    Trigger,
    Validity,
    WorkingPayload,
)

INSTANT = datetime(2026, 1, 15, 10, 30, 0, 123456, tzinfo=timezone.utc)
LATER = datetime(2026, 1, 15, 10, 30, 1, tzinfo=timezone.utc)

JSON = {
    "z": 2**63 - 1,
    "a": -(2**63),
    "digits": Decimal("0.100000000000000000000000000001"),
    "tall": 10**40,
    "small": Decimal("1.50E-400"),
    "zero": Decimal("-0"),
    "nested": {"list": [None, True, False, [], {}, "", {"x": [Decimal("1.0")]}]},
    "text": 'Grüße, 世界 🎉 "\\\n\t',
}

PAYLOADS: list[Payload] = [
    EpisodicPayload(
        timeline=[
            TimelineEvent(t=INSTANT, event_kind="user_input", ref="1", summary="Go", data=JSON),
            TimelineEvent(t=LATER, event_kind="error", ref="2", data=None),
            TimelineEvent(t=LATER, event_kind="system", ref="3"),
        ],
        tool_graph=[
            ToolNode(id="t1", tool="build", args={}, result=None),
            ToolNode(
                id="t2",
                tool="test",
                args=JSON,
                result=[JSON],
                timestamp=INSTANT,
                depends_on=["t1"],
                effect="read",
            ),
        ],
        environment=EnvironmentSnapshot(
            os="linux",
            os_version="6.1",
            tool_versions={"go": "1.22", "bazel": "7"},
            working_directory="/home",
            context=JSON,
        ),
        outcome="partial",
        artifacts=["a.log"],
        tool_graph_ref="graph-1",
    ),
    WorkingPayload(
        thread_id="thread-1",
        state="executing",
        active_constraints=[
            Constraint(type="time", key="limit", value=JSON, required=True),
            Constraint(key="none", value=None),
            Constraint(key="unset"),
        ],
        next_actions=["test"],
        open_questions=["which?"],
        context_summary="half done",
    ),
    SemanticPayload(
        subject="user",
        predicate="knows",
        object=JSON,
        validity=Validity(mode="conditional", conditions=JSON, start=INSTANT, end=LATER),
        evidence=[ProvenanceRef(source_type="human", source_id="e1", timestamp=INSTANT)],
        revision_policy="fork",
    ),
    CompetencePayload(
        skill_name="release",
        triggers=[Trigger(signal="release", conditions=JSON), Trigger(signal="deploy")],
        recipe=[
            RecipeStep(step="build", tool="make", args_schema=JSON, validation="it is there"),
            RecipeStep(step="look"),
        ],
        required_tools=["make"],
        failure_modes=["no disk"],
        fallbacks=["ask"],
        performance=PerformanceStats(
            success_count=2**62,
            failure_count=1,
            success_rate=0.1,
            avg_latency_ms=12.25,
            last_used_at=INSTANT,
        ),
        version="1",
    ),
    PlanGraphPayload(
        plan_id="plan-1",
        version="2",
        intent="release",
        constraints=JSON,
        inputs_schema=JSON,
        outputs_schema={},
        nodes=[PlanNode(id="a", op="build", params=JSON, guards={}), PlanNode(id="b", op="test")],
        edges=[
            PlanEdge(from_="a", to="b", kind="control"),
            PlanEdge(from_="a", to="b", kind="data"),
        ],
        metrics=PlanMetrics(
            avg_latency_ms=0.1, failure_rate=0.25, execution_count=2**53 + 1, last_executed_at=LATER
        ),
    ),
]


def draft(payload: Payload, scope: str) -> RecordDraft:
    """A record of a payload, with every other member."""
    return RecordDraft(
        payload=payload,
        sensitivity="medium",
        confidence=0.7000000000000001,
        salience=0.875,
        scope=scope,
        tags=["z", "a", "é"],
        lifecycle=LifecycleDraft(
            decay=DecayDraft(
                curve="linear",
                half_life_seconds=2**40,
                min_salience=0.25,
                max_age_seconds=2**41,
                reinforcement_gain=0.3,
            ),
            last_reinforced_at=INSTANT,
            pinned=True,
            deletion_policy="manual_only",
        ),
        provenance=Provenance(
            sources=[
                ProvenanceSource(
                    kind="artifact",
                    ref="file",
                    hash="sha256:1",
                    created_by="tester",
                    timestamp=INSTANT,
                )
            ],
            created_by="classifier",
        ),
    )
