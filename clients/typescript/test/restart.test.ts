import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, Server, times } from './server.js';

const EVENTS = 120;

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server that is restarted after ${signal} costs no call, and none counts twice`, async (t) => {
    const server = await Server.start(t);
    const memory = server.client();
    let told = 0;
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      await server.end(signal);
      await server.serve();
    };
    await times(
      EVENTS,
      async (number) => {
        await memory.ingestEvent({
          source: 'test',
          eventKind: 'note',
          ref: String(number),
          episode: 'run',
          scope: 'project',
        });
        if (++told === EVENTS / 4) {
          restarted = restart();
        }
      },
      8,
    );
    await restarted;

    const events = await all(memory.retrieveEpisode({ episode: 'run', scope: 'project' }));
    const refs = events.map(({ event }) => Number(event.ref)).sort((a, b) => a - b);
    assert.deepEqual(refs, [...Array(EVENTS).keys()]);
  });
}

test('equal sends under one key count once, and without a key each counts', async (t) => {
  const memory = (await Server.start(t)).client();
  const event = { source: 'test', eventKind: 'note', ref: 'r', episode: 'run' };
  const results = [];
  for (const idempotencyKey of ['k', 'k', undefined, undefined, '']) {
    results.push((await memory.ingestEvent({ ...event, idempotencyKey })).result);
  }
  assert.deepEqual(results, ['created', 'repeated', 'appended', 'appended', 'appended']);
  assert.equal((await all(memory.retrieveEpisode({ episode: 'run' }))).length, 4);
});
