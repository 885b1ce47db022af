import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, Server, times } from './server.js';

const MEBIBYTE = 1 << 20;

test('10,000 records are written and listed, each once', async (t) => {
  const memory = (await Server.start(t)).client();
  const observation = (number: number) => ({
    source: 'test',
    subject: `thing ${number}`,
    predicate: 'has number',
    object: number,
    scope: 'project',
  });
  await times(1_000, (number) => memory.ingestObservation(observation(number)));
  const rest = Array.from({ length: 9_000 }, (_, i) => ({ observation: observation(1_000 + i) }));
  assert.equal((await all(memory.ingestStream(rest))).length, 9_000);
  const ids = new Set<string>();
  for await (const record of memory.listRecords({ pageSize: 1_000 })) {
    ids.add(record.id);
  }
  assert.equal(ids.size, 10_000);

  const { records } = await memory.retrieve({
    trust: { maxSensitivity: 'low', scopes: ['project'] },
    limit: 10_000,
  });
  assert.equal(records.length, 10_000);
  assert.deepEqual(
    (await all(memory.listScopes())).map(({ scope, records }) => [scope, records]),
    [['project', 10_000n]],
  );
});

test('an answer far above 4 MiB is taken', async (t) => {
  const memory = (await Server.start(t)).client();
  const trust = { maxSensitivity: 'low' } as const;
  await times(14, (number) =>
    memory.ingestObservation({
      source: 'test',
      subject: `text ${number}`,
      predicate: 'says',
      object: 'x'.repeat(MEBIBYTE),
    }),
  );
  const { records, truncated } = await memory.retrieve({ trust, limit: 14 });
  assert.equal(truncated, false);
  assert.equal(records.filter(({ payload }) => payload?.kind === 'semantic').length, 14);

  const page = await memory.listRecords({ pageSize: 14 }).page();
  assert.equal(page.records.length, 14);
});

test('a record near the largest is written and read', async (t) => {
  const memory = (await Server.start(t)).client();
  const object = 'é'.repeat(4.5 * MEBIBYTE);
  const { record } = await memory.ingestObservation({
    source: 'test',
    subject: 'text',
    predicate: 'says',
    object,
  });
  const read = await memory.retrieveByID({ id: record.id, trust: { maxSensitivity: 'low' } });
  assert.equal(read.payload?.kind, 'semantic');
  assert.equal(read.payload.object, object);
});
