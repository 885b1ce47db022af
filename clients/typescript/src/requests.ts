import type { Message } from '@bufbuild/protobuf';
import type * as v1 from './generated/membrane/v1/membrane_pb.js';
import type { JsonObject, JsonValue } from './json.js';
import type {
  Constraint,
  DeletionPolicy,
  MemoryType,
  NewRecord,
  OutcomeStatus,
  RecordDraft,
  Sensitivity,
  TaskState,
  Timestamp,
} from './records.js';

/**
 * The trust to be answered under. It narrows what the caller may see and never widens it; without
 * one, it is all that the caller may see.
 */
export interface Trust {
  /** The highest sensitivity to show in full. */
  maxSensitivity: Sensitivity;
  /** The scopes to look in, besides records without one; if left out, all the caller may see. */
  scopes?: string[];
  /** Whom the caller acts for; informational. */
  actorId?: string;
}

/** A member that is an instant; of a Date, which has no microseconds, its milliseconds count. */
type Instant = Timestamp | Date;

/** The shape of the records of an answer. */
export type View = 'full' | 'compact' | 'text';

/** What the members of requests are, where membrane.proto can only say string. */
interface MemberTypes {
  activeConstraints: Constraint[];
  args: JsonObject;
  asOf: Instant;
  context: JsonObject;
  createdFrom: Instant;
  createdUntil: Instant;
  data: JsonValue;
  deletionPolicy: Exclude<DeletionPolicy, 'never'>;
  effect: 'read' | 'write';
  forkedRecord: RecordDraft;
  ifKnown: 'reinforce' | 'new';
  memoryTypes: MemoryType[];
  mergedRecord: RecordDraft;
  newRecord: RecordDraft;
  now: Instant;
  object: JsonValue;
  onConflict: 'keep' | 'replace' | 'contest';
  outcomeStatus: OutcomeStatus;
  record: NewRecord;
  result: JsonValue;
  sensitivity: Sensitivity;
  state: TaskState;
  timestamp: Instant;
  trust: Trust;
  updatedFrom: Instant;
  updatedUntil: Instant;
  view: View;
}

type Member<M, K extends keyof M> = K extends keyof MemberTypes ? MemberTypes[K] : M[K];

/**
 * A message of membrane.proto with the types from above, in which some members are required. The
 * comments of its members come along.
 */
type Request<M extends Message, Required extends keyof M = never> = {
  [K in keyof M as K extends Required ? K : never]: Member<M, K>;
} & {
  [K in keyof M as K extends Required | keyof Message ? never : K]?: Member<M, K> | undefined;
};

export interface EventRequest
  extends Request<v1.IngestEventRequest, 'source' | 'eventKind' | 'ref'> {}
export interface ToolOutputRequest
  extends Request<v1.IngestToolOutputRequest, 'source' | 'toolName'> {}
export interface ObservationRequest
  extends Request<v1.IngestObservationRequest, 'source' | 'subject' | 'predicate'> {}
export interface OutcomeRequest
  extends Request<v1.IngestOutcomeRequest, 'source' | 'targetRecordId' | 'outcomeStatus'> {}
export interface WorkingStateRequest
  extends Request<v1.IngestWorkingStateRequest, 'source' | 'threadId' | 'state'> {}
export interface RecordRequest extends Request<v1.IngestRecordRequest, 'record'> {}

interface ItemMembers {
  event: EventRequest;
  toolOutput: ToolOutputRequest;
  observation: ObservationRequest;
  outcome: OutcomeRequest;
  workingState: WorkingStateRequest;
  record: RecordRequest;
}

/** One piece of experience among others: exactly one of its members is set. */
export type IngestItem = {
  [K in keyof ItemMembers]: Pick<ItemMembers, K> & {
    [Other in Exclude<keyof ItemMembers, K>]?: undefined;
  };
}[keyof ItemMembers];

export interface BatchRequest {
  /** In their order, at most 1,000. */
  items: IngestItem[];
  /** Whether a faulty item refuses all. */
  allOrNothing?: boolean | undefined;
}

export interface RetrieveRequest extends Request<v1.RetrieveRequest> {}
export interface RetrieveByIDRequest extends Request<v1.RetrieveByIDRequest, 'id'> {}
export interface RetrieveEpisodeRequest extends Request<v1.RetrieveEpisodeRequest, 'episode'> {}
export interface SupersedeRequest extends Request<v1.SupersedeRequest, 'oldId' | 'newRecord'> {}
export interface ForkRequest extends Request<v1.ForkRequest, 'sourceId' | 'forkedRecord'> {}
export interface MergeRequest extends Request<v1.MergeRequest, 'ids' | 'mergedRecord'> {}
export interface RetractRequest extends Request<v1.RetractRequest, 'id'> {}
export interface ContestRequest extends Request<v1.ContestRequest, 'id'> {}
export interface ReinforceRequest extends Request<v1.ReinforceRequest, 'id'> {}
export interface PenalizeRequest extends Request<v1.PenalizeRequest, 'id' | 'amount'> {}
export interface DeleteRequest extends Request<v1.DeleteRequest, 'id'> {}
export interface DeleteEpisodeRequest extends Request<v1.DeleteEpisodeRequest, 'episode'> {}
export interface EraseRequest extends Request<v1.EraseRequest> {}
export interface AuditLogRequest extends Request<v1.GetAuditLogRequest, 'id'> {}
export interface HistoryRequest extends Request<v1.GetHistoryRequest, 'id'> {}
export interface VersionDiffRequest extends Request<v1.GetVersionDiffRequest, 'id'> {}
export interface ReplayRequest extends Request<v1.ReplayRetrievalRequest, 'receiptId'> {}
export interface ConsolidationRequest extends Request<v1.RunConsolidationRequest> {}
export interface ListRecordsRequest extends Request<v1.ListRecordsRequest> {}
export interface ListRelationsRequest extends Request<v1.ListRelationsRequest, 'id'> {}
export interface ListEpisodesRequest extends Request<v1.ListEpisodesRequest> {}
export interface ListSkillsRequest extends Request<v1.ListSkillsRequest> {}
export interface ListScopesRequest extends Request<v1.ListScopesRequest> {}
