"""Records as typed objects: as they are read, and as far as a caller fills them in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from .names import AuditAction, DecayCurve, DeletionPolicy, MemoryType, ProvenanceKind, Sensitivity
from .payloads import Payload


@dataclass(frozen=True, kw_only=True)
class DecayProfile:
    """How salience fades."""

    curve: DecayCurve
    half_life_seconds: int
    min_salience: float | None = None
    max_age_seconds: int | None = None
    reinforcement_gain: float | None = None


@dataclass(frozen=True, kw_only=True)
class Lifecycle:
    """How long a record stays."""

    decay: DecayProfile
    last_reinforced_at: datetime
    pinned: bool = False
    deletion_policy: DeletionPolicy = "auto_prune"


@dataclass(frozen=True, kw_only=True)
class ProvenanceSource:
    """What a record was made of."""

    kind: ProvenanceKind
    ref: str
    hash: str | None = None
    created_by: str | None = None
    timestamp: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where a record came from: at least one source."""

    sources: list[ProvenanceSource]
    created_by: str | None = None


@dataclass(frozen=True, kw_only=True)
class Relation:
    """What leads from a record to another; the weight is 0 to 1."""

    predicate: str
    target_id: str
    weight: float | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class AuditEntry:
    """Who did what to a record, and why. The hashes are told by get_audit_log alone."""

    action: AuditAction
    actor: str
    timestamp: datetime
    rationale: str
    hash: str | None = None
    rationale_hash: str | None = None
    content_hash: str | None = None


@dataclass(frozen=True, kw_only=True)
class MemoryRecord:
    """A record in full. Its salience is that of the instant of the answer."""

    id: str
    type: MemoryType
    sensitivity: Sensitivity
    confidence: float
    salience: float
    created_at: datetime
    updated_at: datetime
    lifecycle: Lifecycle
    provenance: Provenance
    payload: Payload
    scope: str | None = None
    tags: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    audit_log: list[AuditEntry] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class RedactedRecord:
    """The header of a record that the caller may know of and not read, or that is too large."""

    id: str
    type: MemoryType
    sensitivity: Sensitivity
    confidence: float
    salience: float
    created_at: datetime
    updated_at: datetime
    scope: str | None = None


Record: TypeAlias = MemoryRecord | RedactedRecord


@dataclass(frozen=True, kw_only=True)
class DecayDraft:
    """How salience is to fade; what is None is the server's default."""

    curve: DecayCurve | None = None
    half_life_seconds: int | None = None
    min_salience: float | None = None
    max_age_seconds: int | None = None
    reinforcement_gain: float | None = None


@dataclass(frozen=True, kw_only=True)
class LifecycleDraft:
    """How long a record is to stay; what is None is the server's default."""

    decay: DecayDraft | None = None
    last_reinforced_at: datetime | None = None
    pinned: bool | None = None
    deletion_policy: DeletionPolicy | None = None


@dataclass(frozen=True, kw_only=True)
class RecordDraft:
    """A record as far as a caller fills it in. Its type is that of the payload.

    What is None is the server's default, or in a revision that of the predecessor. To ingest one
    takes a sensitivity and a provenance.
    """

    type: MemoryType = field(init=False)
    payload: Payload
    id: str | None = None
    sensitivity: Sensitivity | None = None
    confidence: float | None = None
    salience: float | None = None
    scope: str | None = None
    tags: list[str] = field(default_factory=list)
    lifecycle: LifecycleDraft | None = None
    provenance: Provenance | None = None
    relations: list[Relation] = field(default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "type", getattr(self.payload, "kind", None))
