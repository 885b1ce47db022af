/// <reference lib="esnext.disposable" preserve="true" />
import type { DescMessage, DescMethodUnary } from '@bufbuild/protobuf';
import type * as answers from './answers.js';
import type { Answer } from './answers.js';
import { Calls } from './calls.js';
import { itemErrorOf } from './errors.js';
import { type IngestItemResponse, MembraneService } from './generated/membrane/v1/membrane_pb.js';
import type { Integer, JsonObject } from './json.js';
import { Listing } from './listing.js';
import { isObject } from './messages.js';
import type { CallOptions, MembraneOptions } from './options.js';
import type { VisibleRecord } from './records.js';
import type * as requests from './requests.js';
import { itemWithIdempotencyKey } from './retry.js';

const METHODS = MembraneService.method;

/**
 * A memory on a server. Each method is the call of membrane.proto of the same name; what a request
 * may say, and what is answered, is told there. A call that only reads, and every ingestion, is sent
 * again for some fifteen seconds while the server cannot be reached; an ingestion without an
 * idempotency key gets one for this. A call that fails rejects with a MembraneError.
 */
export class Membrane {
  readonly #calls: Calls;

  /** A client, which connects with its first call. */
  constructor(options: MembraneOptions = {}) {
    this.#calls = new Calls(options);
  }

  /** Something happened: creates an episodic record, or appends to an episode. */
  ingestEvent(request: requests.EventRequest, options?: CallOptions): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestEvent, request, options);
  }

  /** A tool was called: creates an episodic record, or appends to an episode. */
  ingestToolOutput(
    request: requests.ToolOutputRequest,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestToolOutput, request, options);
  }

  /** A fact was observed: creates a semantic record, or reinforces the one that says the same. */
  ingestObservation(
    request: requests.ObservationRequest,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestObservation, request, options);
  }

  /** An episode ended: records how. Answers with the episodic record after the change. */
  ingestOutcome(
    request: requests.OutcomeRequest,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestOutcome, request, options);
  }

  /**
   * Where a task stands: creates a working record, which replaces the thread's previous one. The
   * one that arrives last is the current one, whatever its timestamp.
   */
  ingestWorkingState(
    request: requests.WorkingStateRequest,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestWorkingState, request, options);
  }

  /** Stores a full record of any type. */
  ingestRecord(
    request: requests.RecordRequest,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return this.#ingest(METHODS.ingestRecord, request, options);
  }

  /**
   * Takes in up to 1,000 items with one commit as a rule, and answers one for each. Each is taken in
   * as if those before it had been sent by themselves. A faulty item is refused by itself, or with
   * `allOrNothing` refuses all.
   */
  async ingestBatch(
    request: requests.BatchRequest,
    options?: CallOptions,
  ): Promise<answers.IngestItemAnswer[]> {
    return (await this.#calls.call(METHODS.ingestBatch, request, options)).items.map(itemOf);
  }

  /**
   * Sends items one after the other, and yields an answer for each, in order, once it is stored.
   * Items that wait at the same time share a commit; the server holds back whoever sends faster than
   * it answers. If the stream breaks, what was answered is stored; sent again with the same
   * idempotency keys, the rest is stored once.
   */
  async *ingestStream(
    items: Iterable<requests.IngestItem> | AsyncIterable<requests.IngestItem>,
    options?: CallOptions,
  ): AsyncGenerator<answers.IngestItemAnswer> {
    for await (const answer of this.#calls.stream(METHODS.ingestStream, keyed(items), options)) {
      yield itemOf(answer);
    }
  }

  /** Finds what helps with a task, the best first, as far as the trust allows. */
  async retrieve<V extends requests.View = 'full'>(
    request: requests.RetrieveRequest & { view?: V },
    options?: CallOptions,
  ): Promise<answers.RetrieveAnswer<V>> {
    const answer = await this.#calls.call(METHODS.retrieve, trusted(request), options);
    return answer as answers.RetrieveAnswer<V>;
  }

  /** Reads one record: in full, or only its header if it is one level above the trust. */
  retrieveByID(
    request: requests.RetrieveByIDRequest,
    options?: CallOptions,
  ): Promise<VisibleRecord> {
    return this.#record(METHODS.retrieveByID, trusted(request), options);
  }

  /** Reads the events of an episode in order, whatever records they are in. */
  retrieveEpisode(
    request: requests.RetrieveEpisodeRequest,
    options?: CallOptions,
  ): Listing<answers.EpisodeEvent, answers.EpisodePage> {
    return this.#list(METHODS.retrieveEpisode, request, options, (page) => page.events);
  }

  /** Replaces a record by a new one and retracts the old one. */
  supersede(request: requests.SupersedeRequest, options?: CallOptions): Promise<VisibleRecord> {
    return this.#record(METHODS.supersede, request, options);
  }

  /** Derives a new record from one that stays as it is. */
  fork(request: requests.ForkRequest, options?: CallOptions): Promise<VisibleRecord> {
    return this.#record(METHODS.fork, request, options);
  }

  /** Withdraws a record without a replacement. */
  async retract(request: requests.RetractRequest, options?: CallOptions): Promise<void> {
    await this.#calls.call(METHODS.retract, request, options);
  }

  /** Makes one record of several and retracts those. */
  merge(request: requests.MergeRequest, options?: CallOptions): Promise<VisibleRecord> {
    return this.#record(METHODS.merge, request, options);
  }

  /** Marks a record as contradicted. It is still retrieved. */
  async contest(request: requests.ContestRequest, options?: CallOptions): Promise<void> {
    await this.#calls.call(METHODS.contest, request, options);
  }

  /** Raises a record's salience: it was useful. */
  async reinforce(request: requests.ReinforceRequest, options?: CallOptions): Promise<void> {
    await this.#calls.call(METHODS.reinforce, request, options);
  }

  /** Lowers a record's salience: it was not useful. */
  async penalize(request: requests.PenalizeRequest, options?: CallOptions): Promise<void> {
    await this.#calls.call(METHODS.penalize, request, options);
  }

  /** Figures over the whole memory, for callers with the permission admin. */
  async getMetrics(options?: CallOptions): Promise<JsonObject> {
    return (await this.#calls.call(METHODS.getMetrics, {}, options)).snapshot;
  }

  /** Removes a record's content for good; its audit log stays readable. */
  async delete(request: requests.DeleteRequest, options?: CallOptions): Promise<void> {
    await this.#calls.call(METHODS.delete, request, options);
  }

  /** Removes the content of all records of an episode for good; answers with their ids. */
  async deleteEpisode(
    request: requests.DeleteEpisodeRequest,
    options?: CallOptions,
  ): Promise<string[]> {
    return (await this.#calls.call(METHODS.deleteEpisode, request, options)).recordIds;
  }

  /**
   * Erases records with all that was learned from them alone, for callers with the permission
   * admin. Exactly one of ids, scope and subject is given. Answers when all is erased, with a report
   * and the id of its proof.
   */
  async erase(
    request: requests.EraseRequest,
    options?: CallOptions,
  ): Promise<answers.EraseReport> {
    return (await this.#calls.longCall(METHODS.erase, request, options)).report;
  }

  /** Who did what to a record, and why; the oldest entry first. */
  async getAuditLog(
    request: requests.AuditLogRequest,
    options?: CallOptions,
  ): Promise<answers.AuditEntry[]> {
    return (await this.#calls.call(METHODS.getAuditLog, request, options)).entries;
  }

  /** The versions of a record that are kept, the oldest first. */
  getHistory(
    request: requests.HistoryRequest,
    options?: CallOptions,
  ): Listing<answers.RecordVersion, answers.HistoryPage> {
    return this.#list(METHODS.getHistory, request, options, (page) => page.versions);
  }

  /** What differs between two versions; without numbers, of the last one from the one before. */
  async getVersionDiff(
    request: requests.VersionDiffRequest,
    options?: CallOptions,
  ): Promise<answers.VersionDiff> {
    return this.#calls.call(METHODS.getVersionDiff, request, options);
  }

  /** What was answered under a receipt, and what would be answered now. */
  async replayRetrieval(
    request: requests.ReplayRequest,
    options?: CallOptions,
  ): Promise<answers.Replay> {
    return this.#calls.call(METHODS.replayRetrieval, request, options);
  }

  /**
   * Learns from settled episodes now, for callers with the permission admin. It waits for the end,
   * however long that takes, and answers with counts by name. With again, the name of a stage, it
   * first queues the settled episodes that this stage has missed or set aside, of a scope alone if
   * one is given.
   */
  async runConsolidation(
    request: requests.ConsolidationRequest = {},
    options?: CallOptions,
  ): Promise<{ [count: string]: Integer }> {
    return (await this.#calls.longCall(METHODS.runConsolidation, request, options)).result;
  }

  /** Lists records in the order in which they were stored. */
  listRecords(
    request: requests.ListRecordsRequest = {},
    options?: CallOptions,
  ): Listing<VisibleRecord, answers.RecordsPage> {
    return this.#list(METHODS.listRecords, request, options, (page) => page.records);
  }

  /** Lists the relations of a record and those of others to it. */
  listRelations(
    request: requests.ListRelationsRequest,
    options?: CallOptions,
  ): Listing<answers.RelationEntry, answers.RelationsPage> {
    return this.#list(METHODS.listRelations, request, options, (page) => page.relations);
  }

  /** Lists the episodes that have a key, in the order in which they began. */
  listEpisodes(
    request: requests.ListEpisodesRequest = {},
    options?: CallOptions,
  ): Listing<answers.EpisodeEntry, answers.EpisodesPage> {
    return this.#list(METHODS.listEpisodes, request, options, (page) => page.episodes);
  }

  /** Lists competences and plan graphs as Agent Skills, in the order in which they were stored. */
  listSkills(
    request: requests.ListSkillsRequest = {},
    options?: CallOptions,
  ): Listing<answers.SkillEntry, answers.SkillsPage> {
    return this.#list(METHODS.listSkills, request, options, (page) => page.skills);
  }

  /** Lists the scopes of which the caller sees a record in full, with how many. */
  listScopes(
    request: requests.ListScopesRequest = {},
    options?: CallOptions,
  ): Listing<answers.ScopeEntry, answers.ScopesPage> {
    return this.#list(METHODS.listScopes, request, options, (page) => page.scopes);
  }

  /** What waits for the background and how its last runs ended, for callers with admin. */
  listJobs(options?: CallOptions): Promise<answers.Jobs> {
    return this.#calls.call(METHODS.listJobs, {}, options);
  }

  /** Closes the connection; calls under way are given up, and none is made any more. */
  close(): void {
    this.#calls.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #ingest<I extends DescMessage>(
    method: DescMethodUnary<I, typeof METHODS.ingestEvent.output>,
    request: object,
    options?: CallOptions,
  ): Promise<answers.IngestAnswer> {
    return (await this.#calls.call(method, request, options)) as answers.IngestAnswer;
  }

  async #record<I extends DescMessage>(
    method: DescMethodUnary<I, typeof METHODS.fork.output>,
    request: object,
    options?: CallOptions,
  ): Promise<VisibleRecord> {
    return (await this.#calls.call(method, request, options)).record;
  }

  #list<I extends DescMessage, O extends DescMessage, T, P extends { nextCursor: string }>(
    method: DescMethodUnary<I, O>,
    request: object,
    options: CallOptions | undefined,
    items: (page: P) => T[],
  ): Listing<T, P> {
    const ask = async (cursor: string | undefined) => {
      const asked = cursor === undefined ? request : { ...request, cursor };
      return (await this.#calls.call(method, asked, options)) as unknown as P;
    };
    return new Listing(ask, items);
  }
}

/** Unless a request says how much it is for, it is for all that the caller may see. */
function trusted<R extends { trust?: requests.Trust | undefined }>(request: R): R {
  return isObject(request) && request.trust === undefined
    ? { ...request, trust: { maxSensitivity: 'hyper' } }
    : request;
}

async function* keyed(
  items: Iterable<requests.IngestItem> | AsyncIterable<requests.IngestItem>,
): AsyncGenerator<object> {
  for await (const item of items) {
    yield itemWithIdempotencyKey(item);
  }
}

function itemOf(item: Answer<IngestItemResponse>): answers.IngestItemAnswer {
  const { number, answer, error } = item;
  return error === undefined
    ? { number: Number(number), answer: answer as answers.IngestAnswer }
    : { number: Number(number), error: itemErrorOf(error.code, error.message, error.field) };
}
