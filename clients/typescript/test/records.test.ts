import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type JsonObject,
  LosslessNumber,
  type MemoryRecord,
  type Payload,
  stringifyJson,
} from '../src/index.js';
import { Server } from './server.js';

/** Numbers that a double does not hold, deep nesting, an order that is not the alphabet's. */
const EXACT: JsonObject = {
  z: 9223372036854775807n,
  a: new LosslessNumber('0.123456789012345678901234567891'),
  m: { nothing: null, empty: {}, none: [], list: [1, [2, [new LosslessNumber('1e400')]]] },
  b: -9223372036854775808n,
  text: 'naïve 😀 \u2028',
};

const AT = '2026-01-15T10:30:00.123456Z';

const PAYLOADS: Payload[] = [
  {
    kind: 'episodic',
    timeline: [{ t: AT, event_kind: 'tool_call', ref: 'r1', summary: 'called', data: EXACT }],
    tool_graph: [
      { id: 't1', tool: 'search', args: EXACT, result: [EXACT], timestamp: AT, effect: 'read' },
    ],
    environment: { os: 'linux', tool_versions: { node: '20' }, context: EXACT },
    outcome: 'success',
    artifacts: ['build.log'],
  },
  {
    kind: 'working',
    thread_id: 'thread-1',
    state: 'executing',
    active_constraints: [{ type: 'budget', key: 'tokens', value: EXACT, required: true }],
    next_actions: ['test'],
    open_questions: ['which region?'],
    context_summary: 'half done',
  },
  {
    kind: 'semantic',
    subject: 'account',
    predicate: 'balance',
    object: EXACT,
    validity: { mode: 'timeboxed', start: AT, end: '2027-01-15T10:30:00.000001Z' },
    evidence: [{ source_type: 'observation', source_id: 'msg-1', timestamp: AT }],
    revision_policy: 'fork',
  },
  {
    kind: 'competence',
    skill_name: 'deploy',
    triggers: [{ signal: 'release', conditions: EXACT }],
    recipe: [{ step: 'build', tool: 'make', args_schema: EXACT, validation: 'exit code 0' }],
    required_tools: ['make'],
    performance: {
      success_count: 9007199254740993n,
      failure_count: 1,
      success_rate: 0.75,
      avg_latency_ms: 12.5,
      last_used_at: AT,
    },
    version: '1',
  },
  {
    kind: 'plan_graph',
    plan_id: 'plan-1',
    version: '1',
    intent: 'set up',
    constraints: EXACT,
    inputs_schema: EXACT,
    nodes: [
      { id: 'n1', op: 'init', params: EXACT },
      { id: 'n2', op: 'test', guards: EXACT },
    ],
    edges: [{ from: 'n1', to: 'n2', kind: 'control' }],
    metrics: { failure_rate: 0.25, execution_count: 9007199254740993n, last_executed_at: AT },
  },
];

test('a record of each type comes back as it was sent', async (t) => {
  const memory = (await Server.start(t)).client();
  for (const payload of PAYLOADS) {
    const { record } = await memory.ingestRecord({
      source: 'test',
      record: {
        type: payload.kind,
        sensitivity: 'low',
        confidence: 0.625,
        scope: 'project',
        tags: ['b', 'a'],
        provenance: { sources: [{ kind: 'event', ref: 'r', timestamp: AT }] },
        lifecycle: { decay: { half_life_seconds: 9007199254740993n } },
        payload,
      },
    });
    const read = await memory.retrieveByID({ id: record.id, trust: { maxSensitivity: 'low' } });

    assert.ok(read.payload, 'it is seen in full');
    // The text, which tells the order of the members as well.
    assert.equal(stringifyJson(ordered(read.payload, payload)), stringifyJson(payload));
    assert.equal(read.type, payload.kind);
    assert.equal(read.confidence, 0.625);
    assert.deepEqual(read.tags, ['b', 'a']);
    assert.equal(read.lifecycle.decay.half_life_seconds, 9007199254740993n);
    assert.equal(read.provenance.sources[0]?.timestamp, AT);
  }
});

/** What the server adds to a payload, such as the state of a revision, is not of interest. */
function ordered(read: Payload, sent: Payload): JsonObject {
  const kept = Object.entries(read).filter(([member]) => member in sent);
  return Object.fromEntries(kept) as JsonObject;
}

test('the kind of a payload says what it has', async (t) => {
  const memory = (await Server.start(t)).client();
  await memory.ingestObservation({
    source: 'test',
    subject: 'user',
    predicate: 'prefers',
    object: 'Go',
  });
  for await (const record of memory.listRecords()) {
    assert.equal(told(record as MemoryRecord), 'user prefers Go');
  }
});

/** Compiles only if the compiler knows by the kind what the payload is. */
function told({ payload }: MemoryRecord): string {
  switch (payload.kind) {
    case 'semantic':
      return `${payload.subject} ${payload.predicate} ${payload.object}`;
    case 'episodic':
      return payload.timeline.map((event) => event.ref).join();
    case 'working':
      return payload.state;
    case 'competence':
      return payload.skill_name;
    case 'plan_graph':
      return payload.plan_id;
  }
}

test('a record that was read can be handed in as the one that replaces it', async (t) => {
  const memory = (await Server.start(t)).client();
  const { record } = await memory.ingestObservation({
    source: 'test',
    subject: 'limit',
    predicate: 'is',
    object: EXACT,
  });
  assert.equal(record.payload?.kind, 'semantic');
  const { id: _, revision: __, ...rest } = { id: record.id, ...record.payload };
  const next = await memory.supersede({
    oldId: record.id,
    newRecord: { payload: rest, provenance: (record as MemoryRecord).provenance },
  });
  assert.equal(next.payload?.kind, 'semantic');
  assert.equal(stringifyJson(next.payload.object), stringifyJson(EXACT));
});

test('an instant keeps its microseconds, and one of a Date its milliseconds', async (t) => {
  const memory = (await Server.start(t)).client();
  const event = { source: 'test', eventKind: 'note', ref: 'r', episode: 'run' };
  await memory.ingestEvent({ ...event, timestamp: AT });
  await memory.ingestEvent({ ...event, timestamp: new Date('2026-01-15T10:30:00.250Z') });
  const { events } = await memory.retrieveEpisode({ episode: 'run' }).page();
  assert.deepEqual(
    events.map(({ event: { t } }) => t),
    [AT, '2026-01-15T10:30:00.250Z'],
  );
});
