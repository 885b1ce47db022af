"""The words that the contract knows, as types."""

from __future__ import annotations

from typing import Literal, TypeAlias

MemoryType: TypeAlias = Literal["episodic", "working", "semantic", "competence", "plan_graph"]
Sensitivity: TypeAlias = Literal["public", "low", "medium", "high", "hyper"]
DecayCurve: TypeAlias = Literal["exponential", "linear", "custom"]
DeletionPolicy: TypeAlias = Literal["auto_prune", "manual_only", "never"]
EpisodeDeletionPolicy: TypeAlias = Literal["auto_prune", "manual_only"]
RevisionStatus: TypeAlias = Literal["active", "contested", "retracted"]
RevisionPolicy: TypeAlias = Literal["replace", "fork", "contest"]
ValidityMode: TypeAlias = Literal["global", "conditional", "timeboxed"]
TaskState: TypeAlias = Literal["planning", "executing", "blocked", "waiting", "done"]
OutcomeStatus: TypeAlias = Literal["success", "failure", "partial"]
AuditAction: TypeAlias = Literal[
    "create", "revise", "fork", "merge", "delete", "reinforce", "decay"
]
ProvenanceKind: TypeAlias = Literal["event", "artifact", "tool_call", "observation", "outcome"]
EvidenceType: TypeAlias = Literal["event", "tool", "observation", "human"]
EdgeKind: TypeAlias = Literal["data", "control"]
ToolEffect: TypeAlias = Literal["read", "write"]
IfKnown: TypeAlias = Literal["reinforce", "new"]
OnConflict: TypeAlias = Literal["keep", "replace", "contest"]
IngestResult: TypeAlias = Literal["created", "appended", "reinforced", "replaced", "repeated"]
View: TypeAlias = Literal["full", "text", "compact"]
