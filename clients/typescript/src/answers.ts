import type { Message } from '@bufbuild/protobuf';
import type * as v1 from './generated/membrane/v1/membrane_pb.js';
import type { MembraneError } from './errors.js';
import type { Integer, JsonObject } from './json.js';
import type {
  MemoryRecord,
  MemoryType,
  OutcomeStatus,
  RecordAuditEntry,
  TimelineEvent,
  Timestamp,
  ToolNode,
  VisibleRecord,
} from './records.js';
import type { View } from './requests.js';

/** What the JSON in the members of answers is. */
interface MemberTypes {
  entries: AuditEntry[];
  event: TimelineEvent;
  explanations: JsonObject[];
  record: VisibleRecord;
  records: VisibleRecord[];
  report: EraseReport;
  result: { [count: string]: Integer };
  selection: Selection | undefined;
  snapshot: JsonObject;
  tool: ToolNode | undefined;
  versions: RecordVersion[];
}

type Member<T, K> = T extends Uint8Array | Uint8Array[]
  ? K extends keyof MemberTypes
    ? MemberTypes[K]
    : never
  : T extends (infer One)[]
    ? Answered<One>[]
    : Answered<T>;

type Answered<T> = T extends Message ? Answer<T> : T;

/** A message of membrane.proto with its JSON as values. */
export type Answer<M extends Message> = {
  [K in keyof M as K extends keyof Message ? never : K]: Member<M[K], K>;
};

/** What was erased, or would be. */
export interface EraseReport {
  dry_run: boolean;
  records: { [type in MemoryType]?: Integer };
  learned: { [type in MemoryType]?: Integer };
  changed: Integer;
  pruned: Integer;
  idempotency_keys: Integer;
  ids: string[];
  learned_ids: string[];
  changed_ids: string[];
  pruned_ids: string[];
  /** For a dry run. */
  others?: string[];
  /** Whether there may be more others; they are told once these are erased. For a dry run. */
  others_truncated?: boolean;
  /** None for a dry run, and if nothing was found to erase. */
  proof_id?: string;
  /** As the proof has it. */
  digest?: string;
  /** For a scope of an encrypted store of which something was erased. */
  data_key_destroyed?: boolean;
}

/** What became of an ingestion. */
export interface IngestAnswer extends Omit<Answer<v1.IngestResponse>, 'result'> {
  result: 'created' | 'appended' | 'reinforced' | 'replaced' | 'repeated';
}

/** What became of an item of a batch or a stream: it has either an answer or an error. */
export interface IngestItemAnswer {
  /** Its place among those that were sent, from 0. */
  number: number;
  /** Its record is only its header if a later item that was committed with it changed it again. */
  answer?: IngestAnswer;
  /** Why it was refused; it has changed nothing, unless the code is UNAVAILABLE. */
  error?: MembraneError;
}

/** A record in the view `compact`. */
export interface CompactRecord {
  id: string;
  type: MemoryType;
  scope?: string;
  date?: string;
  confidence?: number;
  status?: 'contested' | 'retracted';
  /** Of a fact where others say otherwise: `older` if a later one does. */
  age?: 'latest' | 'older';
  /** Of a procedure that of late did at most half as well as others. */
  stopped_working?: true;
  content?: JsonObject[string];
  /** Of a header, which has no content. */
  redacted?: true;
}

/** What a view shows of a record. */
export type Viewed<V extends View> = V extends 'compact' ? CompactRecord : VisibleRecord;

/** Which procedures fit a task, the best first. */
export interface Selection<R = MemoryRecord> {
  selected: R[];
  scores: number[];
  /** Ids of those, selected or in the answer, that of late did at most half as well as others. */
  stopped_working?: string[];
  /**
   * How much the tools of the first are expected to overlap with those that solve the task, times
   * whether it still works; not the chance that it is the right procedure.
   */
  confidence: number;
  needs_more: boolean;
}

/** Records that help with a task, the best first. */
export interface RetrieveAnswer<V extends View = 'full'>
  extends Omit<Answer<v1.RetrieveResponse>, 'records' | 'selection'> {
  /** None in the view `text`, which has them in `text`. */
  records: Viewed<V>[];
  /** Undefined if there was nothing to select. */
  selection: Selection<V extends 'full' ? MemoryRecord : CompactRecord> | undefined;
}

/** An entry of the hash chain; a caller who sees only the hash gets an empty actor and rationale. */
export interface AuditEntry extends RecordAuditEntry {
  hash: string;
  rationale_hash?: string;
  content_hash?: string;
}

/** A record as it was for a while. */
export interface RecordVersion {
  version: Integer;
  from: Timestamp;
  to?: Timestamp;
  /** Who made it, and why. */
  audit: AuditEntry[];
  /** What it began with. Not there if the content was erased. */
  salience?: number;
  /** Not there if nothing but salience and instants has changed, or the content was erased. */
  record?: VisibleRecord;
}

/** What differs between two versions of a record. */
export type VersionDiff = Answer<v1.GetVersionDiffResponse>;

/** What was answered under a receipt, and what would be answered now. */
export type Replay = Answer<v1.ReplayRetrievalResponse>;
export type HistoryPage = Answer<v1.GetHistoryResponse>;

/** An event of an episode, with its tool call if it is one. */
export type EpisodeEvent = Answer<v1.EpisodeEvent>;

/** A page of an episode; the outcome is empty while it is unknown. */
export interface EpisodePage extends Omit<Answer<v1.RetrieveEpisodeResponse>, 'outcome'> {
  outcome: OutcomeStatus | '';
}

export type RecordsPage = Answer<v1.ListRecordsResponse>;
export type RelationsPage = Answer<v1.ListRelationsResponse>;
export type EpisodesPage = Answer<v1.ListEpisodesResponse>;
export type SkillsPage = Answer<v1.ListSkillsResponse>;
export type ScopesPage = Answer<v1.ListScopesResponse>;
export type RelationEntry = Answer<v1.RelationEntry>;
export type EpisodeEntry = Answer<v1.EpisodeEntry>;
export type SkillEntry = Answer<v1.SkillEntry>;
export type ScopeEntry = Answer<v1.ScopeEntry>;
export type Jobs = Answer<v1.ListJobsResponse>;
