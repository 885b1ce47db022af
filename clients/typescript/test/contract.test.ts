import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { MembraneService } from '../src/generated/membrane/v1/membrane_pb.js';
import { InvalidArgumentError, Membrane, type NewRecord, type Payload, type Trust } from '../src/index.js';
import { all, PACKAGE, Server } from './server.js';

test('the generated stubs are those of membrane.proto', () => {
  execFileSync(process.execPath, [join(PACKAGE, 'generate.mjs'), '--check'], { stdio: 'pipe' });
});

test('every RPC is a method of the client', () => {
  const methods = Object.getOwnPropertyNames(Membrane.prototype);
  const lacking = MembraneService.methods.filter(({ localName }) => !methods.includes(localName));
  assert.deepEqual(lacking.map(({ name }) => name), []);
});

const trust: Trust = { maxSensitivity: 'hyper' };

function draft(object: number): NewRecord {
  const evidence = [
    { source_type: 'human', source_id: 'm', timestamp: '2026-01-15T10:30:00Z' } as const,
  ];
  const payload: Payload = {
    kind: 'semantic',
    subject: 'answer',
    predicate: 'is',
    object,
    validity: { mode: 'global' },
    evidence,
  };
  return newRecord(payload);
}

function newRecord(payload: Payload): NewRecord {
  const provenance = { sources: [{ kind: 'observation', ref: 'm' } as const] };
  return { type: payload.kind, sensitivity: 'low', provenance, payload };
}

async function fact(memory: Membrane, object: number): Promise<string> {
  return (await memory.ingestRecord({ source: 'test', record: draft(object) })).record.id;
}

async function run(memory: Membrane, episode: string): Promise<string> {
  const event = { source: 'test', eventKind: 'note', ref: 'r', episode };
  return (await memory.ingestEvent(event)).record.id;
}

/** What each RPC does; a new one in membrane.proto does not compile until it is here. */
const CALLS: {
  [rpc in keyof typeof MembraneService.method]: (memory: Membrane) => Promise<void>;
} = {
  async ingestEvent(memory) {
    const { record, result } = await memory.ingestEvent({ source: 's', eventKind: 'k', ref: 'r' });
    assert.equal(record.type, 'episodic');
    assert.equal(result, 'created');
  },
  async ingestToolOutput(memory) {
    const { record } = await memory.ingestToolOutput({ source: 's', toolName: 'ls', effect: 'read' });
    assert.equal(record.payload?.kind === 'episodic' && record.payload.tool_graph?.[0]?.tool, 'ls');
  },
  async ingestObservation(memory) {
    const said = { source: 's', subject: 'sky', predicate: 'is' };
    const { record } = await memory.ingestObservation({ ...said, object: 'blue' });
    const { conflicts } = await memory.ingestObservation({ ...said, object: 'grey' });
    assert.deepEqual(conflicts, [record.id]);
  },
  async ingestOutcome(memory) {
    const targetRecordId = await run(memory, 'outcome');
    const { record, skipped } = await memory.ingestOutcome({
      source: 's',
      targetRecordId,
      outcomeStatus: 'success',
      usedRecordIds: ['01234567'],
    });
    assert.deepEqual(skipped, ['01234567']);
    assert.equal(record.payload?.kind === 'episodic' && record.payload.outcome, 'success');
  },
  async ingestBatch(memory) {
    const told = { source: 's', eventKind: 'k', ref: 'r', episode: 'batch' };
    const answers = await memory.ingestBatch({
      items: [
        { event: told },
        { event: { ...told, data: { a: 1 } } },
        { observation: { source: 's', subject: ' ', predicate: 'is' } },
      ],
    });
    assert.deepEqual(answers.map(({ number }) => number), [0, 1, 2]);
    assert.equal(answers[0]?.answer?.record.payload, undefined);
    assert.equal(answers[1]?.answer?.result, 'appended');
    assert.equal(answers[1]?.answer?.record.payload?.kind, 'episodic');
    assert.ok(answers[2]?.error instanceof InvalidArgumentError);
    assert.equal(answers[2].error.field, 'subject');
    const faulty = [{ event: told }, { event: { ...told, ref: '' } }];
    assert.deepEqual(await memory.ingestBatch({ allOrNothing: true } as never), []);
    await assert.rejects(memory.ingestBatch({ items: faulty, allOrNothing: true }), {
      code: 'INVALID_ARGUMENT',
      field: 'items[1].ref',
    });
  },
  async ingestStream(memory) {
    const told = { source: 's', eventKind: 'k', ref: 'r', episode: 'stream' };
    async function* turns() {
      for (let number = 0; number < 300; number++) {
        yield { event: number === 7 ? { ...told, ref: '' } : told };
      }
    }
    const answers = await all(memory.ingestStream(turns()));
    assert.deepEqual(answers.map(({ number }) => number), [...Array(300).keys()]);
    assert.deepEqual(answers.filter(({ error }) => error).map(({ number }) => number), [7]);
  },
  async ingestWorkingState(memory) {
    const { record } = await memory.ingestWorkingState({
      source: 's',
      threadId: 'thread',
      state: 'planning',
      activeConstraints: [{ type: 'budget', key: 'tokens', value: 2n ** 63n - 1n, required: true }],
    });
    assert.ok(record.payload?.kind === 'working');
    assert.equal(record.payload.active_constraints?.[0]?.value, 9223372036854775807n);
  },
  async ingestRecord(memory) {
    assert.ok(await fact(memory, 1));
  },
  async retrieve(memory) {
    await fact(memory, 2);
    const asked = { taskDescriptor: 'what is the answer?', trust, context: { os: 'linux' } };
    const full = await memory.retrieve({ ...asked, explain: true });
    assert.equal(full.scores.length, full.records.length);
    assert.equal(full.explanations[0]?.['id'], full.records[0]?.id);
    const compact = await memory.retrieve({ ...asked, view: 'compact' });
    assert.ok(compact.records[0]?.content !== undefined);
    assert.match((await memory.retrieve({ ...asked, view: 'text' })).text, /answer/);
    const id = await run(memory, 'asked');
    await run(memory, 'not asked');
    const { records } = await memory.retrieve({ trust, episode: 'asked' });
    assert.deepEqual(records.map((one) => one.id), [id]);
    const below: Trust = { maxSensitivity: 'public' };
    const headers = await memory.retrieve({ trust: below, view: 'compact' });
    assert.ok(headers.records.some((one) => one.redacted && one.content === undefined));
  },
  async retrieveByID(memory) {
    const id = await fact(memory, 3);
    assert.equal((await memory.retrieveByID({ id, trust })).id, id);
  },
  async retrieveEpisode(memory) {
    const id = await run(memory, 'read');
    const [event] = await all(memory.retrieveEpisode({ episode: 'read' }));
    assert.equal(event?.recordId, id);
  },
  async supersede(memory) {
    const oldId = await fact(memory, 4);
    const next = await memory.supersede({ oldId, newRecord: draft(5), rationale: 'counted' });
    assert.equal(next.payload?.kind === 'semantic' && next.payload.revision?.supersedes, oldId);
  },
  async fork(memory) {
    const sourceId = await fact(memory, 6);
    const forked = await memory.fork({ sourceId, forkedRecord: draft(7) });
    assert.notEqual(forked.id, sourceId);
  },
  async retract(memory) {
    const id = await fact(memory, 8);
    await memory.retract({ id });
    const read = await memory.retrieveByID({ id, trust });
    assert.equal(read.payload?.kind === 'semantic' && read.payload.revision?.status, 'retracted');
  },
  async merge(memory) {
    const ids = [await fact(memory, 9), await fact(memory, 10)];
    const merged = await memory.merge({ ids, mergedRecord: draft(11) });
    assert.ok(!ids.includes(merged.id));
  },
  async contest(memory) {
    const id = await fact(memory, 12);
    await memory.contest({ id, contestingRef: 'a book' });
    const read = await memory.retrieveByID({ id, trust });
    assert.equal(read.payload?.kind === 'semantic' && read.payload.revision?.status, 'contested');
  },
  async reinforce(memory) {
    const id = await fact(memory, 13);
    await memory.reinforce({ id, actor: 'test' });
    assert.equal((await memory.getAuditLog({ id })).at(-1)?.action, 'reinforce');
  },
  async penalize(memory) {
    const id = await fact(memory, 14);
    await memory.penalize({ id, amount: 0.5 });
    assert.ok((await memory.retrieveByID({ id, trust })).salience <= 0.5);
  },
  async getMetrics(memory) {
    assert.ok(Object.keys(await memory.getMetrics()).length > 0);
  },
  async delete(memory) {
    const id = await fact(memory, 15);
    await memory.delete({ id, reason: 'asked to' });
    assert.equal((await memory.getAuditLog({ id })).at(-1)?.action, 'delete');
  },
  async deleteEpisode(memory) {
    const id = await run(memory, 'deleted');
    assert.deepEqual(await memory.deleteEpisode({ episode: 'deleted' }), [id]);
  },
  async erase(memory) {
    const id = await fact(memory, 18);
    const planned = await memory.erase({ ids: [id], dryRun: true });
    assert.deepEqual(planned.ids, [id]);
    assert.equal(planned.records.semantic, 1);
    const done = await memory.erase({ ids: [id], reason: 'asked to' });
    assert.deepEqual(done.ids, [id]);
    const [proof] = await memory.getAuditLog({ id: done.proof_id ?? '' });
    assert.ok(proof?.rationale.includes(done.digest ?? ''));
  },
  async getAuditLog(memory) {
    const [entry] = await memory.getAuditLog({ id: await fact(memory, 16) });
    assert.equal(entry?.action, 'create');
    assert.match(entry.hash, /^[0-9a-f]{64}$/);
  },
  async getHistory(memory) {
    const id = await fact(memory, 17);
    await memory.reinforce({ id, rationale: 'helped' });
    const { versions } = await memory.getHistory({ id }).page();
    assert.deepEqual(versions.map((version) => version.version), [1, 2]);
    assert.equal(versions[0]?.record?.id, id);
    assert.equal(versions[1]?.record, undefined);
    assert.equal(versions[1]?.audit[0]?.rationale, 'helped');
    const asOf = versions[1]?.from ?? '';
    const trust = { maxSensitivity: 'hyper' as const };
    assert.equal((await memory.retrieveByID({ id, trust, asOf })).id, id);
  },
  async getVersionDiff(memory) {
    const id = await fact(memory, 18);
    await memory.contest({ id, contestingRef: 'doc-1', rationale: 'otherwise' });
    const { from, to, changes } = await memory.getVersionDiff({ id });
    assert.deepEqual([from, to].map(Number), [1, 2]);
    const change = changes.find((one) => one.path === '/payload/revision');
    assert.deepEqual([change?.before, change?.after], [undefined, { status: 'contested' }]);
  },
  async replayRetrieval(memory) {
    await fact(memory, 17);
    const question = { trust: { maxSensitivity: 'hyper' as const }, limit: 3, receipt: true };
    const answer = await memory.retrieve(question);
    const replay = await memory.replayRetrieval({ receiptId: answer.receiptId });
    assert.equal(replay.request?.limit, 3);
    assert.equal(replay.records.filter((record) => record.then).length, answer.records.length);
  },
  async runConsolidation(memory) {
    assert.equal(typeof (await memory.runConsolidation())['semantic_extracted'], 'number');
    const counts = await memory.runConsolidation({ again: 'semantic', scope: 'contract' });
    assert.deepEqual([counts['queued_again'], counts['unreadable']].map(Number), [0, 0]);
    await assert.rejects(
      memory.runConsolidation({ again: 'weaving' }),
      (fault) => fault instanceof InvalidArgumentError && fault.field === 'again',
    );
  },
  async listRecords(memory) {
    const id = await fact(memory, 18);
    const records = await all(memory.listRecords({ memoryTypes: ['semantic'], pageSize: 1 }));
    assert.ok(records.some((record) => record.id === id));
  },
  async listRelations(memory) {
    const sourceId = await fact(memory, 19);
    const { id } = await memory.fork({ sourceId, forkedRecord: draft(20) });
    const [relation] = await all(memory.listRelations({ id }));
    assert.equal(relation?.targetId, sourceId);
    assert.equal(relation.predicate, 'derived_from');
  },
  async listEpisodes(memory) {
    const id = await run(memory, 'listed');
    const [episode] = await all(memory.listEpisodes({ episode: 'listed' }));
    assert.deepEqual(episode?.recordIds, [id]);
  },
  async listSkills(memory) {
    const payload: Payload = {
      kind: 'competence',
      skill_name: 'deploy',
      triggers: [{ signal: 'release' }],
      recipe: [{ step: 'build' }],
    };
    await memory.ingestRecord({ source: 'test', record: newRecord(payload) });
    const [skill] = await all(memory.listSkills());
    assert.equal(skill?.type, 'competence');
    assert.match(skill.text, /deploy/);
  },
  async listScopes(memory) {
    await memory.ingestEvent({ source: 's', eventKind: 'k', ref: 'r', scope: 'listed' });
    const scopes = await all(memory.listScopes());
    assert.equal(scopes.find(({ scope }) => scope === 'listed')?.records, 1n);
  },
  async listJobs(memory) {
    const { queues, runs } = await memory.listJobs();
    assert.ok(Array.isArray(queues) && Array.isArray(runs));
  },
};

test('every RPC is called', async (t) => {
  const memory = (await Server.start(t)).client();
  const called = new Set<string>();
  for (const { localName, name } of MembraneService.methods) {
    await t.test(name, () => CALLS[localName as keyof typeof CALLS](memory));
    called.add(name);
  }
  assert.equal(called.size, MembraneService.methods.length);
});
