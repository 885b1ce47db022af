from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class IngestEventRequest(_message.Message):
    __slots__ = ("source", "event_kind", "ref", "summary", "timestamp", "tags", "scope", "sensitivity", "episode", "idempotency_key", "data", "deletion_policy", "unscoped")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    EVENT_KIND_FIELD_NUMBER: _ClassVar[int]
    REF_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    DELETION_POLICY_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    source: str
    event_kind: str
    ref: str
    summary: str
    timestamp: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    scope: str
    sensitivity: str
    episode: str
    idempotency_key: str
    data: str
    deletion_policy: str
    unscoped: bool
    def __init__(self, source: _Optional[str] = ..., event_kind: _Optional[str] = ..., ref: _Optional[str] = ..., summary: _Optional[str] = ..., timestamp: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., scope: _Optional[str] = ..., sensitivity: _Optional[str] = ..., episode: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., data: _Optional[str] = ..., deletion_policy: _Optional[str] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class IngestToolOutputRequest(_message.Message):
    __slots__ = ("source", "tool_name", "args", "result", "depends_on", "timestamp", "tags", "scope", "sensitivity", "episode", "idempotency_key", "effect", "data", "deletion_policy", "unscoped")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TOOL_NAME_FIELD_NUMBER: _ClassVar[int]
    ARGS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    DEPENDS_ON_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    DELETION_POLICY_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    source: str
    tool_name: str
    args: str
    result: str
    depends_on: _containers.RepeatedScalarFieldContainer[str]
    timestamp: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    scope: str
    sensitivity: str
    episode: str
    idempotency_key: str
    effect: str
    data: str
    deletion_policy: str
    unscoped: bool
    def __init__(self, source: _Optional[str] = ..., tool_name: _Optional[str] = ..., args: _Optional[str] = ..., result: _Optional[str] = ..., depends_on: _Optional[_Iterable[str]] = ..., timestamp: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., scope: _Optional[str] = ..., sensitivity: _Optional[str] = ..., episode: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., effect: _Optional[str] = ..., data: _Optional[str] = ..., deletion_policy: _Optional[str] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class IngestObservationRequest(_message.Message):
    __slots__ = ("source", "subject", "predicate", "object", "timestamp", "tags", "scope", "sensitivity", "idempotency_key", "if_known", "on_conflict", "unscoped")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    PREDICATE_FIELD_NUMBER: _ClassVar[int]
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    IF_KNOWN_FIELD_NUMBER: _ClassVar[int]
    ON_CONFLICT_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    source: str
    subject: str
    predicate: str
    object: str
    timestamp: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    scope: str
    sensitivity: str
    idempotency_key: str
    if_known: str
    on_conflict: str
    unscoped: bool
    def __init__(self, source: _Optional[str] = ..., subject: _Optional[str] = ..., predicate: _Optional[str] = ..., object: _Optional[str] = ..., timestamp: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., scope: _Optional[str] = ..., sensitivity: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., if_known: _Optional[str] = ..., on_conflict: _Optional[str] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class IngestOutcomeRequest(_message.Message):
    __slots__ = ("source", "target_record_id", "outcome_status", "timestamp", "idempotency_key", "used_record_ids")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_RECORD_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_STATUS_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    USED_RECORD_IDS_FIELD_NUMBER: _ClassVar[int]
    source: str
    target_record_id: str
    outcome_status: str
    timestamp: str
    idempotency_key: str
    used_record_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, source: _Optional[str] = ..., target_record_id: _Optional[str] = ..., outcome_status: _Optional[str] = ..., timestamp: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., used_record_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class IngestWorkingStateRequest(_message.Message):
    __slots__ = ("source", "thread_id", "state", "next_actions", "open_questions", "context_summary", "active_constraints", "timestamp", "tags", "scope", "sensitivity", "idempotency_key", "unscoped")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    THREAD_ID_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    NEXT_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    OPEN_QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_SUMMARY_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_CONSTRAINTS_FIELD_NUMBER: _ClassVar[int]
    TIMESTAMP_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    source: str
    thread_id: str
    state: str
    next_actions: _containers.RepeatedScalarFieldContainer[str]
    open_questions: _containers.RepeatedScalarFieldContainer[str]
    context_summary: str
    active_constraints: str
    timestamp: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    scope: str
    sensitivity: str
    idempotency_key: str
    unscoped: bool
    def __init__(self, source: _Optional[str] = ..., thread_id: _Optional[str] = ..., state: _Optional[str] = ..., next_actions: _Optional[_Iterable[str]] = ..., open_questions: _Optional[_Iterable[str]] = ..., context_summary: _Optional[str] = ..., active_constraints: _Optional[str] = ..., timestamp: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., scope: _Optional[str] = ..., sensitivity: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class IngestRecordRequest(_message.Message):
    __slots__ = ("record", "source", "idempotency_key", "unscoped")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    record: str
    source: str
    idempotency_key: str
    unscoped: bool
    def __init__(self, record: _Optional[str] = ..., source: _Optional[str] = ..., idempotency_key: _Optional[str] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class IngestResponse(_message.Message):
    __slots__ = ("record", "result", "conflicts", "withdrawn", "skipped")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    SKIPPED_FIELD_NUMBER: _ClassVar[int]
    record: bytes
    result: str
    conflicts: _containers.RepeatedScalarFieldContainer[str]
    withdrawn: str
    skipped: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, record: _Optional[bytes] = ..., result: _Optional[str] = ..., conflicts: _Optional[_Iterable[str]] = ..., withdrawn: _Optional[str] = ..., skipped: _Optional[_Iterable[str]] = ...) -> None: ...

class IngestItem(_message.Message):
    __slots__ = ("event", "tool_output", "observation", "outcome", "working_state", "record")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TOOL_OUTPUT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    WORKING_STATE_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    event: IngestEventRequest
    tool_output: IngestToolOutputRequest
    observation: IngestObservationRequest
    outcome: IngestOutcomeRequest
    working_state: IngestWorkingStateRequest
    record: IngestRecordRequest
    def __init__(self, event: _Optional[_Union[IngestEventRequest, _Mapping]] = ..., tool_output: _Optional[_Union[IngestToolOutputRequest, _Mapping]] = ..., observation: _Optional[_Union[IngestObservationRequest, _Mapping]] = ..., outcome: _Optional[_Union[IngestOutcomeRequest, _Mapping]] = ..., working_state: _Optional[_Union[IngestWorkingStateRequest, _Mapping]] = ..., record: _Optional[_Union[IngestRecordRequest, _Mapping]] = ...) -> None: ...

class IngestBatchRequest(_message.Message):
    __slots__ = ("items", "all_or_nothing")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    ALL_OR_NOTHING_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[IngestItem]
    all_or_nothing: bool
    def __init__(self, items: _Optional[_Iterable[_Union[IngestItem, _Mapping]]] = ..., all_or_nothing: _Optional[bool] = ...) -> None: ...

class IngestBatchResponse(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[IngestItemResponse]
    def __init__(self, items: _Optional[_Iterable[_Union[IngestItemResponse, _Mapping]]] = ...) -> None: ...

class IngestItemResponse(_message.Message):
    __slots__ = ("number", "answer", "error")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    number: int
    answer: IngestResponse
    error: IngestItemError
    def __init__(self, number: _Optional[int] = ..., answer: _Optional[_Union[IngestResponse, _Mapping]] = ..., error: _Optional[_Union[IngestItemError, _Mapping]] = ...) -> None: ...

class IngestItemError(_message.Message):
    __slots__ = ("code", "message", "field")
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    code: str
    message: str
    field: str
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., field: _Optional[str] = ...) -> None: ...

class MemoryRecordResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: bytes
    def __init__(self, record: _Optional[bytes] = ...) -> None: ...

class TrustContext(_message.Message):
    __slots__ = ("max_sensitivity", "authenticated", "actor_id", "scopes")
    MAX_SENSITIVITY_FIELD_NUMBER: _ClassVar[int]
    AUTHENTICATED_FIELD_NUMBER: _ClassVar[int]
    ACTOR_ID_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    max_sensitivity: str
    authenticated: bool
    actor_id: str
    scopes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, max_sensitivity: _Optional[str] = ..., authenticated: _Optional[bool] = ..., actor_id: _Optional[str] = ..., scopes: _Optional[_Iterable[str]] = ...) -> None: ...

class RetrieveRequest(_message.Message):
    __slots__ = ("task_descriptor", "trust", "memory_types", "min_salience", "limit", "include_retracted", "as_of", "tags", "thread_id", "explain", "context", "valid_at", "episode", "receipt", "view", "max_tokens", "wait_for_embeddings_ms", "now", "matching_only")
    TASK_DESCRIPTOR_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    MEMORY_TYPES_FIELD_NUMBER: _ClassVar[int]
    MIN_SALIENCE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_RETRACTED_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    THREAD_ID_FIELD_NUMBER: _ClassVar[int]
    EXPLAIN_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    VALID_AT_FIELD_NUMBER: _ClassVar[int]
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    MAX_TOKENS_FIELD_NUMBER: _ClassVar[int]
    WAIT_FOR_EMBEDDINGS_MS_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    MATCHING_ONLY_FIELD_NUMBER: _ClassVar[int]
    task_descriptor: str
    trust: TrustContext
    memory_types: _containers.RepeatedScalarFieldContainer[str]
    min_salience: float
    limit: int
    include_retracted: bool
    as_of: str
    tags: _containers.RepeatedScalarFieldContainer[str]
    thread_id: str
    explain: bool
    context: str
    valid_at: str
    episode: str
    receipt: bool
    view: str
    max_tokens: int
    wait_for_embeddings_ms: int
    now: str
    matching_only: bool
    def __init__(self, task_descriptor: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., memory_types: _Optional[_Iterable[str]] = ..., min_salience: _Optional[float] = ..., limit: _Optional[int] = ..., include_retracted: _Optional[bool] = ..., as_of: _Optional[str] = ..., tags: _Optional[_Iterable[str]] = ..., thread_id: _Optional[str] = ..., explain: _Optional[bool] = ..., context: _Optional[str] = ..., valid_at: _Optional[str] = ..., episode: _Optional[str] = ..., receipt: _Optional[bool] = ..., view: _Optional[str] = ..., max_tokens: _Optional[int] = ..., wait_for_embeddings_ms: _Optional[int] = ..., now: _Optional[str] = ..., matching_only: _Optional[bool] = ...) -> None: ...

class RetrieveResponse(_message.Message):
    __slots__ = ("records", "selection", "explanations", "truncated", "text", "receipt_id", "scores")
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    SELECTION_FIELD_NUMBER: _ClassVar[int]
    EXPLANATIONS_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_ID_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    records: _containers.RepeatedScalarFieldContainer[bytes]
    selection: bytes
    explanations: _containers.RepeatedScalarFieldContainer[bytes]
    truncated: bool
    text: str
    receipt_id: str
    scores: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, records: _Optional[_Iterable[bytes]] = ..., selection: _Optional[bytes] = ..., explanations: _Optional[_Iterable[bytes]] = ..., truncated: _Optional[bool] = ..., text: _Optional[str] = ..., receipt_id: _Optional[str] = ..., scores: _Optional[_Iterable[float]] = ...) -> None: ...

class RetrieveByIDRequest(_message.Message):
    __slots__ = ("id", "trust", "as_of")
    ID_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    id: str
    trust: TrustContext
    as_of: str
    def __init__(self, id: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., as_of: _Optional[str] = ...) -> None: ...

class SupersedeRequest(_message.Message):
    __slots__ = ("old_id", "new_record", "actor", "rationale", "trust")
    OLD_ID_FIELD_NUMBER: _ClassVar[int]
    NEW_RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    old_id: str
    new_record: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, old_id: _Optional[str] = ..., new_record: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ForkRequest(_message.Message):
    __slots__ = ("source_id", "forked_record", "actor", "rationale", "trust")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    FORKED_RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    source_id: str
    forked_record: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, source_id: _Optional[str] = ..., forked_record: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class MergeRequest(_message.Message):
    __slots__ = ("ids", "merged_record", "actor", "rationale", "trust")
    IDS_FIELD_NUMBER: _ClassVar[int]
    MERGED_RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    ids: _containers.RepeatedScalarFieldContainer[str]
    merged_record: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, ids: _Optional[_Iterable[str]] = ..., merged_record: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class RetractRequest(_message.Message):
    __slots__ = ("id", "actor", "rationale", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class RetractResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ContestRequest(_message.Message):
    __slots__ = ("id", "contesting_ref", "actor", "rationale", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    CONTESTING_REF_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    contesting_ref: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., contesting_ref: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ContestResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReinforceRequest(_message.Message):
    __slots__ = ("id", "actor", "rationale", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ReinforceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PenalizeRequest(_message.Message):
    __slots__ = ("id", "amount", "actor", "rationale", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    RATIONALE_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    amount: float
    actor: str
    rationale: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., amount: _Optional[float] = ..., actor: _Optional[str] = ..., rationale: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class PenalizeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetMetricsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MetricsResponse(_message.Message):
    __slots__ = ("snapshot",)
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    snapshot: bytes
    def __init__(self, snapshot: _Optional[bytes] = ...) -> None: ...

class DeleteRequest(_message.Message):
    __slots__ = ("id", "reason", "trust", "override_policy")
    ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    OVERRIDE_POLICY_FIELD_NUMBER: _ClassVar[int]
    id: str
    reason: str
    trust: TrustContext
    override_policy: bool
    def __init__(self, id: _Optional[str] = ..., reason: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., override_policy: _Optional[bool] = ...) -> None: ...

class DeleteResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeleteEpisodeRequest(_message.Message):
    __slots__ = ("episode", "scope", "reason", "trust", "unscoped")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    episode: str
    scope: str
    reason: str
    trust: TrustContext
    unscoped: bool
    def __init__(self, episode: _Optional[str] = ..., scope: _Optional[str] = ..., reason: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class DeleteEpisodeResponse(_message.Message):
    __slots__ = ("record_ids",)
    RECORD_IDS_FIELD_NUMBER: _ClassVar[int]
    record_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, record_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class EraseRequest(_message.Message):
    __slots__ = ("ids", "scope", "subject", "reason", "dry_run", "trust", "override_policy")
    IDS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    OVERRIDE_POLICY_FIELD_NUMBER: _ClassVar[int]
    ids: _containers.RepeatedScalarFieldContainer[str]
    scope: str
    subject: str
    reason: str
    dry_run: bool
    trust: TrustContext
    override_policy: bool
    def __init__(self, ids: _Optional[_Iterable[str]] = ..., scope: _Optional[str] = ..., subject: _Optional[str] = ..., reason: _Optional[str] = ..., dry_run: _Optional[bool] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., override_policy: _Optional[bool] = ...) -> None: ...

class EraseResponse(_message.Message):
    __slots__ = ("report",)
    REPORT_FIELD_NUMBER: _ClassVar[int]
    report: bytes
    def __init__(self, report: _Optional[bytes] = ...) -> None: ...

class GetAuditLogRequest(_message.Message):
    __slots__ = ("id", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class GetAuditLogResponse(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, entries: _Optional[_Iterable[bytes]] = ...) -> None: ...

class GetHistoryRequest(_message.Message):
    __slots__ = ("id", "trust", "page_size", "cursor")
    ID_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    id: str
    trust: TrustContext
    page_size: int
    cursor: str
    def __init__(self, id: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ...) -> None: ...

class GetHistoryResponse(_message.Message):
    __slots__ = ("versions", "next_cursor")
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    versions: _containers.RepeatedScalarFieldContainer[bytes]
    next_cursor: str
    def __init__(self, versions: _Optional[_Iterable[bytes]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class GetVersionDiffRequest(_message.Message):
    __slots__ = ("id", "to", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    to: int
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., to: _Optional[int] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., **kwargs) -> None: ...

class GetVersionDiffResponse(_message.Message):
    __slots__ = ("to", "changes")
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    to: int
    changes: _containers.RepeatedCompositeFieldContainer[FieldChange]
    def __init__(self, to: _Optional[int] = ..., changes: _Optional[_Iterable[_Union[FieldChange, _Mapping]]] = ..., **kwargs) -> None: ...

class FieldChange(_message.Message):
    __slots__ = ("path", "before", "after")
    PATH_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    path: str
    before: bytes
    after: bytes
    def __init__(self, path: _Optional[str] = ..., before: _Optional[bytes] = ..., after: _Optional[bytes] = ...) -> None: ...

class ReplayRetrievalRequest(_message.Message):
    __slots__ = ("receipt_id",)
    RECEIPT_ID_FIELD_NUMBER: _ClassVar[int]
    receipt_id: str
    def __init__(self, receipt_id: _Optional[str] = ...) -> None: ...

class ReplayRetrievalResponse(_message.Message):
    __slots__ = ("at", "principal", "request", "records", "withheld", "selection", "refusal", "selection_now")
    AT_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    WITHHELD_FIELD_NUMBER: _ClassVar[int]
    SELECTION_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    SELECTION_NOW_FIELD_NUMBER: _ClassVar[int]
    at: str
    principal: str
    request: RetrieveRequest
    records: _containers.RepeatedCompositeFieldContainer[ReplayedRecord]
    withheld: int
    selection: ReplayedSelection
    refusal: str
    selection_now: ReplayedSelection
    def __init__(self, at: _Optional[str] = ..., principal: _Optional[str] = ..., request: _Optional[_Union[RetrieveRequest, _Mapping]] = ..., records: _Optional[_Iterable[_Union[ReplayedRecord, _Mapping]]] = ..., withheld: _Optional[int] = ..., selection: _Optional[_Union[ReplayedSelection, _Mapping]] = ..., refusal: _Optional[str] = ..., selection_now: _Optional[_Union[ReplayedSelection, _Mapping]] = ...) -> None: ...

class ReplayedSelection(_message.Message):
    __slots__ = ("selected", "confidence", "needs_more")
    SELECTED_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    NEEDS_MORE_FIELD_NUMBER: _ClassVar[int]
    selected: _containers.RepeatedCompositeFieldContainer[ReplayedProcedure]
    confidence: float
    needs_more: bool
    def __init__(self, selected: _Optional[_Iterable[_Union[ReplayedProcedure, _Mapping]]] = ..., confidence: _Optional[float] = ..., needs_more: _Optional[bool] = ...) -> None: ...

class ReplayedProcedure(_message.Message):
    __slots__ = ("id", "score", "version", "difference")
    ID_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    score: float
    version: int
    difference: str
    def __init__(self, id: _Optional[str] = ..., score: _Optional[float] = ..., version: _Optional[int] = ..., difference: _Optional[str] = ...) -> None: ...

class ReplayedRecord(_message.Message):
    __slots__ = ("id", "then", "now", "difference")
    ID_FIELD_NUMBER: _ClassVar[int]
    THEN_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    then: AnswerPlace
    now: AnswerPlace
    difference: str
    def __init__(self, id: _Optional[str] = ..., then: _Optional[_Union[AnswerPlace, _Mapping]] = ..., now: _Optional[_Union[AnswerPlace, _Mapping]] = ..., difference: _Optional[str] = ...) -> None: ...

class AnswerPlace(_message.Message):
    __slots__ = ("rank", "score", "version")
    RANK_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    rank: int
    score: float
    version: int
    def __init__(self, rank: _Optional[int] = ..., score: _Optional[float] = ..., version: _Optional[int] = ...) -> None: ...

class RunConsolidationRequest(_message.Message):
    __slots__ = ("again", "scope")
    AGAIN_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    again: str
    scope: str
    def __init__(self, again: _Optional[str] = ..., scope: _Optional[str] = ...) -> None: ...

class RunConsolidationResponse(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: bytes
    def __init__(self, result: _Optional[bytes] = ...) -> None: ...

class ListRecordsRequest(_message.Message):
    __slots__ = ("memory_types", "tags", "thread_id", "include_retracted", "created_from", "created_until", "updated_from", "updated_until", "page_size", "cursor", "as_of", "trust")
    MEMORY_TYPES_FIELD_NUMBER: _ClassVar[int]
    TAGS_FIELD_NUMBER: _ClassVar[int]
    THREAD_ID_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_RETRACTED_FIELD_NUMBER: _ClassVar[int]
    CREATED_FROM_FIELD_NUMBER: _ClassVar[int]
    CREATED_UNTIL_FIELD_NUMBER: _ClassVar[int]
    UPDATED_FROM_FIELD_NUMBER: _ClassVar[int]
    UPDATED_UNTIL_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    memory_types: _containers.RepeatedScalarFieldContainer[str]
    tags: _containers.RepeatedScalarFieldContainer[str]
    thread_id: str
    include_retracted: bool
    created_from: str
    created_until: str
    updated_from: str
    updated_until: str
    page_size: int
    cursor: str
    as_of: str
    trust: TrustContext
    def __init__(self, memory_types: _Optional[_Iterable[str]] = ..., tags: _Optional[_Iterable[str]] = ..., thread_id: _Optional[str] = ..., include_retracted: _Optional[bool] = ..., created_from: _Optional[str] = ..., created_until: _Optional[str] = ..., updated_from: _Optional[str] = ..., updated_until: _Optional[str] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., as_of: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ListRecordsResponse(_message.Message):
    __slots__ = ("records", "next_cursor")
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    records: _containers.RepeatedScalarFieldContainer[bytes]
    next_cursor: str
    def __init__(self, records: _Optional[_Iterable[bytes]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListRelationsRequest(_message.Message):
    __slots__ = ("id", "page_size", "cursor", "trust")
    ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    id: str
    page_size: int
    cursor: str
    trust: TrustContext
    def __init__(self, id: _Optional[str] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ListRelationsResponse(_message.Message):
    __slots__ = ("relations", "next_cursor")
    RELATIONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    relations: _containers.RepeatedCompositeFieldContainer[RelationEntry]
    next_cursor: str
    def __init__(self, relations: _Optional[_Iterable[_Union[RelationEntry, _Mapping]]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class RelationEntry(_message.Message):
    __slots__ = ("source_id", "predicate", "target_id", "weight", "created_at")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    PREDICATE_FIELD_NUMBER: _ClassVar[int]
    TARGET_ID_FIELD_NUMBER: _ClassVar[int]
    WEIGHT_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    source_id: str
    predicate: str
    target_id: str
    weight: float
    created_at: str
    def __init__(self, source_id: _Optional[str] = ..., predicate: _Optional[str] = ..., target_id: _Optional[str] = ..., weight: _Optional[float] = ..., created_at: _Optional[str] = ...) -> None: ...

class ListEpisodesRequest(_message.Message):
    __slots__ = ("episode", "page_size", "cursor", "trust")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    episode: str
    page_size: int
    cursor: str
    trust: TrustContext
    def __init__(self, episode: _Optional[str] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ListEpisodesResponse(_message.Message):
    __slots__ = ("episodes", "next_cursor")
    EPISODES_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    episodes: _containers.RepeatedCompositeFieldContainer[EpisodeEntry]
    next_cursor: str
    def __init__(self, episodes: _Optional[_Iterable[_Union[EpisodeEntry, _Mapping]]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class EpisodeEntry(_message.Message):
    __slots__ = ("episode", "scope", "record_ids", "started_at", "updated_at", "events", "tool_calls", "outcome")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    RECORD_IDS_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    episode: str
    scope: str
    record_ids: _containers.RepeatedScalarFieldContainer[str]
    started_at: str
    updated_at: str
    events: int
    tool_calls: int
    outcome: str
    def __init__(self, episode: _Optional[str] = ..., scope: _Optional[str] = ..., record_ids: _Optional[_Iterable[str]] = ..., started_at: _Optional[str] = ..., updated_at: _Optional[str] = ..., events: _Optional[int] = ..., tool_calls: _Optional[int] = ..., outcome: _Optional[str] = ...) -> None: ...

class RetrieveEpisodeRequest(_message.Message):
    __slots__ = ("episode", "scope", "newest_first", "page_size", "cursor", "trust", "unscoped")
    EPISODE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    NEWEST_FIRST_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    UNSCOPED_FIELD_NUMBER: _ClassVar[int]
    episode: str
    scope: str
    newest_first: bool
    page_size: int
    cursor: str
    trust: TrustContext
    unscoped: bool
    def __init__(self, episode: _Optional[str] = ..., scope: _Optional[str] = ..., newest_first: _Optional[bool] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ..., unscoped: _Optional[bool] = ...) -> None: ...

class RetrieveEpisodeResponse(_message.Message):
    __slots__ = ("events", "next_cursor", "record_ids", "outcome")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    RECORD_IDS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[EpisodeEvent]
    next_cursor: str
    record_ids: _containers.RepeatedScalarFieldContainer[str]
    outcome: str
    def __init__(self, events: _Optional[_Iterable[_Union[EpisodeEvent, _Mapping]]] = ..., next_cursor: _Optional[str] = ..., record_ids: _Optional[_Iterable[str]] = ..., outcome: _Optional[str] = ...) -> None: ...

class EpisodeEvent(_message.Message):
    __slots__ = ("record_id", "event", "tool")
    RECORD_ID_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TOOL_FIELD_NUMBER: _ClassVar[int]
    record_id: str
    event: bytes
    tool: bytes
    def __init__(self, record_id: _Optional[str] = ..., event: _Optional[bytes] = ..., tool: _Optional[bytes] = ...) -> None: ...

class ListSkillsRequest(_message.Message):
    __slots__ = ("name", "include_stopped", "page_size", "cursor", "record_id", "trust")
    NAME_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_STOPPED_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    RECORD_ID_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    name: str
    include_stopped: bool
    page_size: int
    cursor: str
    record_id: str
    trust: TrustContext
    def __init__(self, name: _Optional[str] = ..., include_stopped: _Optional[bool] = ..., page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., record_id: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ListSkillsResponse(_message.Message):
    __slots__ = ("skills", "next_cursor")
    SKILLS_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    skills: _containers.RepeatedCompositeFieldContainer[SkillEntry]
    next_cursor: str
    def __init__(self, skills: _Optional[_Iterable[_Union[SkillEntry, _Mapping]]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class SkillEntry(_message.Message):
    __slots__ = ("name", "description", "record_id", "type", "scope", "trials", "successes", "claimed", "last_used_at", "last_success_at", "stopped_working", "text")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    RECORD_ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    TRIALS_FIELD_NUMBER: _ClassVar[int]
    SUCCESSES_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    LAST_USED_AT_FIELD_NUMBER: _ClassVar[int]
    LAST_SUCCESS_AT_FIELD_NUMBER: _ClassVar[int]
    STOPPED_WORKING_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    record_id: str
    type: str
    scope: str
    trials: int
    successes: int
    claimed: bool
    last_used_at: str
    last_success_at: str
    stopped_working: bool
    text: str
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., record_id: _Optional[str] = ..., type: _Optional[str] = ..., scope: _Optional[str] = ..., trials: _Optional[int] = ..., successes: _Optional[int] = ..., claimed: _Optional[bool] = ..., last_used_at: _Optional[str] = ..., last_success_at: _Optional[str] = ..., stopped_working: _Optional[bool] = ..., text: _Optional[str] = ...) -> None: ...

class ListScopesRequest(_message.Message):
    __slots__ = ("page_size", "cursor", "trust")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    cursor: str
    trust: TrustContext
    def __init__(self, page_size: _Optional[int] = ..., cursor: _Optional[str] = ..., trust: _Optional[_Union[TrustContext, _Mapping]] = ...) -> None: ...

class ListScopesResponse(_message.Message):
    __slots__ = ("scopes", "next_cursor")
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    scopes: _containers.RepeatedCompositeFieldContainer[ScopeEntry]
    next_cursor: str
    def __init__(self, scopes: _Optional[_Iterable[_Union[ScopeEntry, _Mapping]]] = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ScopeEntry(_message.Message):
    __slots__ = ("scope", "records")
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    RECORDS_FIELD_NUMBER: _ClassVar[int]
    scope: str
    records: int
    def __init__(self, scope: _Optional[str] = ..., records: _Optional[int] = ...) -> None: ...

class ListJobsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListJobsResponse(_message.Message):
    __slots__ = ("queues", "runs")
    QUEUES_FIELD_NUMBER: _ClassVar[int]
    RUNS_FIELD_NUMBER: _ClassVar[int]
    queues: _containers.RepeatedCompositeFieldContainer[JobQueue]
    runs: _containers.RepeatedCompositeFieldContainer[JobRun]
    def __init__(self, queues: _Optional[_Iterable[_Union[JobQueue, _Mapping]]] = ..., runs: _Optional[_Iterable[_Union[JobRun, _Mapping]]] = ...) -> None: ...

class JobQueue(_message.Message):
    __slots__ = ("name", "length", "oldest_due", "failures", "retried", "set_aside")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    OLDEST_DUE_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    RETRIED_FIELD_NUMBER: _ClassVar[int]
    SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    name: str
    length: int
    oldest_due: str
    failures: int
    retried: int
    set_aside: bool
    def __init__(self, name: _Optional[str] = ..., length: _Optional[int] = ..., oldest_due: _Optional[str] = ..., failures: _Optional[int] = ..., retried: _Optional[int] = ..., set_aside: _Optional[bool] = ...) -> None: ...

class JobRun(_message.Message):
    __slots__ = ("name", "ended_at", "seconds", "result")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ENDED_AT_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    name: str
    ended_at: str
    seconds: float
    result: str
    def __init__(self, name: _Optional[str] = ..., ended_at: _Optional[str] = ..., seconds: _Optional[float] = ..., result: _Optional[str] = ...) -> None: ...
