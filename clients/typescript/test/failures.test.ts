import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import {
  AlreadyExistsError,
  CancelledError,
  type EventRequest,
  FailedPreconditionError,
  type IngestItem,
  InvalidArgumentError,
  Membrane,
  MembraneError,
  type NewRecord,
  NotFoundError,
  UnavailableError,
} from '../src/index.js';
import { all, Server } from './server.js';

const EVENT: EventRequest = { source: 'test', eventKind: 'note', ref: 'r' };
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

/** As one of another realm: no instance of the class of this one. */
class OtherSignal extends EventTarget implements AbortSignal {
  aborted = false;
  reason: unknown;
  onabort = null;

  throwIfAborted(): void {
    if (this.aborted) {
      throw this.reason;
    }
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }
}

function failsAt(field: string) {
  return (failed: unknown) => {
    assert.ok(failed instanceof InvalidArgumentError, String(failed));
    assert.equal(failed.code, 'INVALID_ARGUMENT');
    assert.equal(failed.field, field);
    assert.notEqual(failed.message, '');
    return true;
  };
}

test('what the server refuses has a class, and names the field', async (t) => {
  const memory = (await Server.start(t)).client();
  await assert.rejects(memory.ingestEvent({ ...EVENT, eventKind: '' }), failsAt('event_kind'));
  await assert.rejects(memory.ingestEvent({ ...EVENT, timestamp: 'noon' }), failsAt('timestamp'));
  await assert.rejects(memory.listRecords({ pageSize: 5_000 }).page(), failsAt('page_size'));
  await assert.rejects(
    memory.retrieveByID({ id: NOBODY, trust: { maxSensitivity: 'low' } }),
    NotFoundError,
  );
  const { record } = await memory.ingestEvent({ ...EVENT, idempotencyKey: 'once' });
  await assert.rejects(
    memory.ingestEvent({ ...EVENT, ref: 'other', idempotencyKey: 'once' }),
    AlreadyExistsError,
  );
  await assert.rejects(memory.retract({ id: record.id }), FailedPreconditionError);
});

test('what cannot be sent is refused before it is sent', async (t) => {
  const memory = new Membrane({ url: 'http://127.0.0.1:1' });
  t.after(() => memory.close());
  const wrong = (members: object) => memory.ingestEvent({ ...EVENT, ...members });
  await assert.rejects(wrong({ event_kind: 'note' }), failsAt('event_kind'));
  await assert.rejects(wrong({ data: NaN }), failsAt('data'));
  await assert.rejects(wrong({ data: { a: [new Map()] } }), failsAt('data.a[0]'));
  const constraint = { key: 'day', value: new Date(NaN) as never };
  await assert.rejects(
    memory.ingestWorkingState({
      source: 'test',
      threadId: 't',
      state: 'done',
      activeConstraints: [constraint],
    }),
    failsAt('active_constraints[0].value'),
  );
  const timeline = [{ t: '2026-01-15T10:30:00Z', event_kind: 'k', ref: 'r', data: NaN }];
  const record = { payload: { kind: 'episodic', timeline } } as NewRecord;
  await assert.rejects(memory.ingestRecord({ record }), failsAt('payload.timeline[0].data'));
  await assert.rejects(
    memory.ingestRecord({ record: (() => record) as never }),
    failsAt('record'),
  );
  await assert.rejects(wrong({ summary: 7 }), failsAt('summary'));
  await assert.rejects(wrong({ tags: 'one' }), failsAt('tags'));
  await assert.rejects(wrong({ timestamp: new Date(NaN) }), failsAt('timestamp'));
  await assert.rejects(wrong({ summary: 'half of a pair: \ud83d' }), failsAt('summary'));
  await assert.rejects(wrong(JSON.parse('{"__proto__":1}')), failsAt('__proto__'));
  await assert.rejects(memory.ingestEvent(null as never), failsAt(''));
  await assert.rejects(
    memory.retrieve({ trust: { max_sensitivity: 'low' } as never }),
    failsAt('trust.max_sensitivity'),
  );
  await assert.rejects(
    memory.retrieve({ trust: { maxSensitivity: 'low', scopes: 'one' as never } }),
    failsAt('trust.scopes'),
  );
  const batch = (items: unknown) => memory.ingestBatch({ items: items as IngestItem[] });
  await assert.rejects(batch('x'), failsAt('items'));
  await assert.rejects(batch(['x']), failsAt('items[0]'));
  await assert.rejects(batch([{ event: EVENT }, { event: 5 }]), failsAt('items[1].event'));
  await assert.rejects(
    batch([{ record: { record } }]),
    failsAt('items[0].record.payload.timeline[0].data'),
  );
});

test('an item that says two things is refused, by the compiler as well', async (t) => {
  const memory = new Membrane({ url: 'http://127.0.0.1:1' });
  t.after(() => memory.close());
  const observation = { source: 'test', subject: 's', predicate: 'p', object: 1 };
  // @ts-expect-error: the compiler says so, too
  const both: IngestItem = { event: EVENT, observation };
  await assert.rejects(memory.ingestBatch({ items: [both] }), failsAt('items[0].observation'));
});

test('what a stream cannot send, and what its items throw, is thrown as it is', async (t) => {
  const memory = (await Server.start(t)).client();
  const sent = (item: unknown) => all(memory.ingestStream([{ event: EVENT }, item as IngestItem]));
  await assert.rejects(sent({ event: { ...EVENT, zz: 1 } }), failsAt('items[1].event.zz'));
  await assert.rejects(sent({ event: { ...EVENT, data: NaN } }), failsAt('items[1].event.data'));
  await assert.rejects(sent(5), failsAt('items[1]'));
  const mine = new RangeError('mine');
  async function* failing(): AsyncGenerator<IngestItem> {
    yield { event: EVENT };
    throw mine;
  }
  await assert.rejects(all(memory.ingestStream(failing())), (failed) => failed === mine);
});

test('a server that says nothing is given up by the deadline, the signal and close', async (t) => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => open.add(socket)).listen(0, '127.0.0.1');
  t.after(() => {
    open.forEach((socket) => socket.destroy());
    silent.close();
  });
  await once(silent, 'listening');
  const memory = new Membrane({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  t.after(() => memory.close());
  const givenUp = (code: string) => (failed: MembraneError) => {
    assert.ok(failed instanceof CancelledError, String(failed));
    assert.equal(failed.code, code);
    return true;
  };
  await assert.rejects(memory.listJobs({ timeoutMs: 50 }), givenUp('DEADLINE_EXCEEDED'));
  await assert.rejects(memory.listJobs({ signal: AbortSignal.timeout(50) }), givenUp('CANCELLED'));
  await assert.rejects(memory.listJobs({ signal: AbortSignal.abort() }), givenUp('CANCELLED'));
  const elsewhere = new OtherSignal();
  const given = assert.rejects(memory.listJobs({ signal: elsewhere }), givenUp('CANCELLED'));
  elsewhere.abort();
  await given;
  const waiting = assert.rejects(memory.listJobs(), givenUp('CANCELLED'));
  memory.close();
  await waiting;
  await assert.rejects(memory.listJobs(), /client is closed/);
});

test('the deadline is the deadline, whether the server or the client sees it first', async (t) => {
  const memory = (await Server.start(t)).client();
  await memory.listJobs();
  const unlike: unknown[] = [];
  for (let i = 0; i < 400; i++) {
    const timeoutMs = 1 + (i % 4);
    const call =
      i % 2 ? memory.listJobs({ timeoutMs }) : all(memory.ingestStream(endless(), { timeoutMs }));
    await call.catch((failed: MembraneError) => {
      if (!(failed instanceof CancelledError) || failed.code !== 'DEADLINE_EXCEEDED') {
        unlike.push(failed);
      }
    });
  }
  assert.deepEqual(unlike, []);
});

/** A stream that is never at its end. */
async function* endless(): AsyncGenerator<IngestItem> {
  yield { event: EVENT };
  await new Promise(() => undefined);
}

test('no call waits for another attempt beyond its deadline', async (t) => {
  const memory = new Membrane({ url: 'http://127.0.0.1:1', timeoutMs: 5_000 });
  t.after(() => memory.close());
  await assert.rejects(memory.listJobs(), UnavailableError);
});

test('the wait for another attempt is given up by the signal and close', async () => {
  const memory = new Membrane({ url: 'http://127.0.0.1:1' });
  const ending = new AbortController();
  const some = Array.from({ length: 20 });
  const waiting = some.map(() => memory.listJobs({ signal: ending.signal }));
  waiting.push(...some.map(() => memory.listJobs()));
  const warned: Error[] = [];
  process.on('warning', (warning) => warned.push(warning));
  setTimeout(() => ending.abort(), 100);
  setTimeout(() => memory.close(), 200);
  for (const failed of await Promise.allSettled(waiting)) {
    assert.ok(failed.status === 'rejected' && failed.reason instanceof CancelledError);
  }
  assert.deepEqual(warned, []);
});

test('a call may wait without an end', async (t) => {
  const memory = (await Server.start(t)).client({ timeoutMs: Infinity });
  assert.ok(await memory.listJobs());
  for (const timeoutMs of [99_999_999, 100_000_000, 2 ** 31 - 1, 2 ** 31]) {
    assert.ok(await memory.listJobs({ timeoutMs }));
    assert.equal((await all(memory.ingestStream([{ event: EVENT }], { timeoutMs }))).length, 1);
  }
  const slow = memory.ingestStream([{ event: EVENT }], { timeoutMs: 20_000.5 });
  assert.equal((await all(slow)).length, 1);
});

test('a timeout or an address that is none is refused', async () => {
  assert.throws(() => new Membrane({ timeoutMs: 0 }), failsAt('timeoutMs'));
  await assert.rejects(new Membrane().runConsolidation({}, { timeoutMs: 0 }), failsAt('timeoutMs'));
  assert.throws(() => new Membrane({ url: 'localhost:9820' }), failsAt('url'));
  assert.throws(() => new Membrane({ url: 'http://localhost:99999' }), failsAt('url'));
});

test('an option of another kind is refused', async (t) => {
  const refused = (options: object, field: string) =>
    assert.throws(() => new Membrane(options), failsAt(field));
  for (const timeoutMs of ['5', true, 1n, null]) {
    refused({ timeoutMs }, 'timeoutMs');
  }
  refused({ url: 5 }, 'url');
  refused({ key: 5 }, 'key');
  refused({ tls: true }, 'tls');
  const memory = new Membrane({ url: 'http://127.0.0.1:1' });
  t.after(() => memory.close());
  await assert.rejects(memory.listJobs({ signal: 'x' as never }), failsAt('signal'));
  await assert.rejects(memory.listJobs({ signal: {} as never }), failsAt('signal'));
  await assert.rejects(memory.listJobs({ timeoutMs: '5' as never }), failsAt('timeoutMs'));
});

test('an option that does not exist is refused, by the compiler as well', async (t) => {
  // @ts-expect-error: the compiler says so, too
  assert.throws(() => new Membrane({ uri: 'http://other:9820' }), failsAt('uri'));
  // @ts-expect-error: the compiler says so, too
  assert.throws(() => new Membrane({ apiKey: 'secret' }), /MembraneOptions has no member apiKey/);
  assert.throws(() => new Membrane('http://other:9820' as never), failsAt(''));
  const memory = new Membrane({ url: 'http://127.0.0.1:1' });
  t.after(() => memory.close());
  // @ts-expect-error: the compiler says so, too
  await assert.rejects(memory.listJobs({ timeout: 5 }), failsAt('timeout'));
  // @ts-expect-error: the compiler says so, too
  await assert.rejects(all(memory.ingestStream([], { timeout: 5 })), failsAt('timeout'));
});

test('a key that no header can carry is refused, and not told', () => {
  const wrong = { name: 'InvalidArgumentError', message: 'key has characters that no header can carry' };
  assert.throws(() => new Membrane({ key: 'secret\nof mine' }), wrong);
  assert.throws(() => new Membrane({ key: 'secret of mine, ü' }), wrong);
});

test('the longest key reaches a server, and a longer one is refused', async (t) => {
  const memory = (await Server.start(t)).client({ key: 'k'.repeat(7_000) });
  assert.ok(await memory.listJobs());
  const wrong = { name: 'InvalidArgumentError', message: 'key must have at most 7000 characters' };
  assert.throws(() => new Membrane({ key: 'k'.repeat(7_001) }), wrong);
});

test('as many streams may be open at a time as one likes', async (t) => {
  const memory = (await Server.start(t)).client();
  const { signal } = new AbortController();
  const warned: Error[] = [];
  const warn = (warning: Error) => warned.push(warning);
  process.on('warning', warn);
  t.after(() => process.off('warning', warn));
  const items = Array.from({ length: 20 }, () => [{ event: EVENT }]);
  const answers = await Promise.all(items.map((one) => all(memory.ingestStream(one, { signal }))));
  assert.equal(answers.flat().length, 20);
  assert.deepEqual(warned, []);
});
