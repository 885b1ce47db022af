import type { Integer, JsonObject, JsonValue } from './json.js';

/** The kind of memory, which says what the payload is. */
export type MemoryType = 'episodic' | 'working' | 'semantic' | 'competence' | 'plan_graph';

/** How guarded a record is, from the least to the most. */
export type Sensitivity = 'public' | 'low' | 'medium' | 'high' | 'hyper';

/** What may delete a record. */
export type DeletionPolicy = 'auto_prune' | 'manual_only' | 'never';

/** How an episode ended. */
export type OutcomeStatus = 'success' | 'failure' | 'partial';

/** Where a task stands. */
export type TaskState = 'planning' | 'executing' | 'blocked' | 'waiting' | 'done';

/**
 * An instant as RFC 3339 text, such as `2026-01-15T10:30:00.123456Z`: a Date would lose the
 * microseconds.
 */
export type Timestamp = string;

/** What is shown of a record that is above the caller's trust, or too large for an answer. */
export interface RecordHeader {
  id: string;
  type: MemoryType;
  sensitivity: Sensitivity;
  /** How sure it is, 0 to 1. */
  confidence: number;
  /** How much it matters at the moment of the answer, at least 0. */
  salience: number;
  scope?: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  payload?: undefined;
}

interface FullRecord<P extends Payload> extends Omit<RecordHeader, 'type' | 'payload'> {
  type: P['kind'];
  tags?: string[];
  lifecycle: Lifecycle;
  provenance: Provenance;
  relations?: Relation[];
  payload: P;
  audit_log: RecordAuditEntry[];
}

export type EpisodicRecord = FullRecord<EpisodicPayload>;
export type WorkingRecord = FullRecord<WorkingPayload>;
export type SemanticRecord = FullRecord<SemanticPayload>;
export type CompetenceRecord = FullRecord<CompetencePayload>;
export type PlanGraphRecord = FullRecord<PlanGraphPayload>;

/** A record in full: `type`, or `payload.kind`, says which of the five it is. */
export type MemoryRecord =
  | EpisodicRecord
  | WorkingRecord
  | SemanticRecord
  | CompetenceRecord
  | PlanGraphRecord;

/** A record as far as the caller may see it: one without a payload is a header. */
export type VisibleRecord = MemoryRecord | RecordHeader;

/**
 * What a record becomes when another is revised. What it leaves out is filled with defaults.
 */
export interface RecordDraft {
  id?: string;
  type?: MemoryType;
  sensitivity?: Sensitivity;
  confidence?: number;
  salience?: number;
  scope?: string;
  tags?: string[];
  lifecycle?: Partial<Omit<Lifecycle, 'decay'>> & { decay?: Partial<Decay> };
  provenance?: Provenance;
  relations?: Relation[];
  payload: Payload;
}

/** A record that comes of no other, so that it has to say more. */
export interface NewRecord extends RecordDraft {
  type: MemoryType;
  sensitivity: Sensitivity;
  provenance: Provenance;
}

export interface Lifecycle {
  decay: Decay;
  last_reinforced_at: Timestamp;
  pinned?: boolean;
  deletion_policy: DeletionPolicy;
}

export interface Decay {
  curve: 'exponential' | 'linear' | 'custom';
  half_life_seconds: Integer;
  min_salience?: number;
  max_age_seconds?: Integer;
  reinforcement_gain?: number;
}

export interface Provenance {
  sources: ProvenanceSource[];
  created_by?: string;
}

export interface ProvenanceSource {
  kind: 'event' | 'artifact' | 'tool_call' | 'observation' | 'outcome';
  ref: string;
  hash?: string;
  created_by?: string;
  timestamp?: Timestamp;
}

export interface Relation {
  predicate: string;
  target_id: string;
  weight?: number;
  created_at?: Timestamp;
}

/** An entry of the audit log as a record carries it. */
export interface RecordAuditEntry {
  action: 'create' | 'revise' | 'fork' | 'merge' | 'delete' | 'reinforce' | 'decay';
  actor: string;
  timestamp: Timestamp;
  rationale: string;
}

/** What a record says; `kind` tells which. */
export type Payload =
  | EpisodicPayload
  | WorkingPayload
  | SemanticPayload
  | CompetencePayload
  | PlanGraphPayload;

/** What happened: a run with its events, tool calls and outcome. */
export interface EpisodicPayload {
  kind: 'episodic';
  timeline: TimelineEvent[];
  tool_graph?: ToolNode[];
  environment?: Environment;
  outcome?: OutcomeStatus;
  artifacts?: string[];
  tool_graph_ref?: string;
  episode?: string;
}

export interface TimelineEvent {
  t: Timestamp;
  event_kind: string;
  ref: string;
  summary?: string;
  data?: JsonValue;
}

export interface ToolNode {
  id: string;
  tool: string;
  args?: JsonObject;
  result?: JsonValue;
  timestamp?: Timestamp;
  depends_on?: string[];
  effect?: 'read' | 'write';
}

export interface Environment {
  os?: string;
  os_version?: string;
  tool_versions?: { [tool: string]: string };
  working_directory?: string;
  context?: JsonObject;
}

/** The state of a task that is under way. */
export interface WorkingPayload {
  kind: 'working';
  thread_id: string;
  state: TaskState;
  active_constraints?: Constraint[];
  next_actions?: string[];
  open_questions?: string[];
  context_summary?: string;
  revision?: Revision;
}

export interface Constraint {
  type?: string;
  key?: string;
  value?: JsonValue;
  required?: boolean;
}

/** A fact, with when or where it holds. */
export interface SemanticPayload {
  kind: 'semantic';
  subject: string;
  predicate: string;
  object: JsonValue;
  validity: Validity;
  evidence?: Evidence[];
  revision_policy?: 'replace' | 'fork' | 'contest';
  revision?: Revision;
}

export interface Validity {
  mode: 'global' | 'conditional' | 'timeboxed';
  conditions?: JsonObject;
  start?: Timestamp;
  end?: Timestamp;
}

export interface Evidence {
  source_type: 'event' | 'tool' | 'observation' | 'human';
  source_id: string;
  timestamp: Timestamp;
}

export interface Revision {
  supersedes?: string;
  superseded_by?: string;
  status?: 'active' | 'contested' | 'retracted';
}

/** How something is done, with how often that led to success. */
export interface CompetencePayload {
  kind: 'competence';
  skill_name: string;
  triggers: Trigger[];
  recipe: RecipeStep[];
  required_tools?: string[];
  failure_modes?: string[];
  fallbacks?: string[];
  performance?: Performance;
  version?: string;
  revision?: Revision;
}

export interface Trigger {
  signal: string;
  conditions?: JsonObject;
}

export interface RecipeStep {
  step: string;
  tool?: string;
  args_schema?: JsonObject;
  validation?: string;
}

export interface Performance {
  success_count: Integer;
  failure_count: Integer;
  success_rate: number;
  avg_latency_ms?: number;
  last_used_at?: Timestamp;
}

/** The steps of such work, and which depend on which. */
export interface PlanGraphPayload {
  kind: 'plan_graph';
  plan_id: string;
  version: string;
  intent?: string;
  constraints?: JsonObject;
  inputs_schema?: JsonObject;
  outputs_schema?: JsonObject;
  nodes: PlanNode[];
  edges: PlanEdge[];
  metrics?: PlanMetrics;
  revision?: Revision;
}

export interface PlanNode {
  id: string;
  op: string;
  params?: JsonObject;
  guards?: JsonObject;
}

export interface PlanEdge {
  from: string;
  to: string;
  kind: 'data' | 'control';
}

export interface PlanMetrics {
  avg_latency_ms?: number;
  failure_rate: number;
  execution_count: Integer;
  last_executed_at?: Timestamp;
}
