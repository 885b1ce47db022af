import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotFoundError } from '../src/index.js';
import { all, Server } from './server.js';

test('a conversation is read in order over all pages, from both ends, and deleted whole', async (t) => {
  const memory = (await Server.start(t)).client();
  const messages = Array.from({ length: 25 }, (_, number) => ({
    role: number % 2 ? 'assistant' : 'user',
    content: [{ type: 'text', text: 'again' }, { tokens: 2n ** 60n + BigInt(number) }],
  }));
  const told = { source: 'chat', episode: 'conversation-7', deletionPolicy: 'manual_only' } as const;
  for (const data of messages) {
    await memory.ingestEvent({ ...told, eventKind: 'message', ref: 'm', data });
  }
  await memory.ingestToolOutput({
    ...told,
    toolName: 'search',
    args: { q: 'weather' },
    result: null,
    data: { id: 'call-1' },
  });

  const episode = { episode: 'conversation-7', pageSize: 10 };
  const events = await all(memory.retrieveEpisode(episode));
  assert.deepEqual(events.slice(0, 25).map(({ event }) => event.data), messages);
  assert.equal(events[0]?.tool, undefined);
  assert.deepEqual(events[25]?.tool?.args, { q: 'weather' });
  assert.equal(events[25]?.tool?.result, null);
  const backwards = await all(memory.retrieveEpisode({ ...episode, newestFirst: true }));
  assert.deepEqual(backwards.map(({ event }) => event.t), events.map(({ event }) => event.t).reverse());

  const pages = await all(memory.retrieveEpisode(episode).pages());
  assert.deepEqual(pages.map((page) => page.events.length), [10, 10, 6]);
  assert.equal(pages[0]?.outcome, '');
  const resumed = memory.retrieveEpisode({ ...episode, cursor: pages[0]?.nextCursor });
  assert.deepEqual(await all(resumed), events.slice(10));

  const deleted = await memory.deleteEpisode({ episode: 'conversation-7', reason: 'asked to' });
  assert.deepEqual(deleted, pages[0]?.recordIds);
  await assert.rejects(memory.retrieveEpisode(episode).page(), NotFoundError);
});

test('an episode without a scope is asked for by unscoped', async (t) => {
  const memory = (await Server.start(t)).client();
  const said = { source: 'chat', eventKind: 'message', ref: 'm', episode: 'conversation-7' };
  const { record } = await memory.ingestEvent(said);
  const episode = { episode: 'conversation-7', unscoped: true };
  const { recordIds } = await memory.retrieveEpisode(episode).page();
  assert.deepEqual(recordIds, [record.id]);
  const both = memory.retrieveEpisode({ ...episode, scope: 'project' }).page();
  await assert.rejects(both, { field: 'unscoped' });
  assert.deepEqual(await memory.deleteEpisode(episode), recordIds);
});
