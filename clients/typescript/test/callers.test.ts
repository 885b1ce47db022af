import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  AccessDeniedError,
  type MembraneError,
  NotFoundError,
  QuotaExceededError,
} from '../src/index.js';
import { all, Server } from './server.js';

const PRINCIPALS = JSON.stringify([
  principal('alice', ['alpha'], { permissions: ['ingest', 'retrieve'], max_sensitivity: 'medium' }),
  principal('bob', ['beta'], { permissions: ['ingest', 'retrieve'], max_sensitivity: 'low' }),
  principal('eve', ['gamma'], { permissions: ['ingest'], max_records: 1 }),
]);

function principal(name: string, scopes: string[], rights: object): object {
  const api_key_sha256 = createHash('sha256').update(key(name)).digest('hex');
  return { name, api_key_sha256, scopes, max_sensitivity: 'low', ...rights };
}

function key(name: string): string {
  return `key of ${name}, long enough`.replaceAll(' ', '-').replaceAll(',', '');
}

function fact(scope: string) {
  return { source: 'test', subject: scope, predicate: 'is known to', object: scope, scope };
}

test('the limits of two keys hold', async (t) => {
  const server = await Server.start(t, { MEMBRANE_PRINCIPALS: PRINCIPALS });
  const alice = server.client({ key: key('alice') });
  const bob = server.client({ key: key('bob') });
  const secret = await alice.ingestObservation({ ...fact('alpha'), sensitivity: 'medium' });
  await bob.ingestObservation(fact('beta'));

  await assert.rejects(bob.ingestObservation(fact('alpha')), { field: 'scope' });
  await assert.rejects(
    bob.retrieveByID({ id: secret.record.id, trust: { maxSensitivity: 'low' } }),
    NotFoundError,
  );
  const mine = await alice.retrieve({ taskDescriptor: 'alpha' });
  assert.deepEqual(mine.records.map(({ id }) => id), [secret.record.id]);
  assert.equal((await alice.retrieveByID({ id: secret.record.id })).id, secret.record.id);
  assert.deepEqual((await bob.retrieve({})).records.map(({ scope }) => scope), ['beta']);
  await assert.rejects(alice.getMetrics(), AccessDeniedError);
  await assert.rejects(alice.ingestObservation({ ...fact('alpha'), onConflict: 'replace' }), {
    name: 'AccessDeniedError',
    field: 'on_conflict',
  });
  assert.deepEqual((await all(alice.listRecords())).map(({ scope }) => scope), ['alpha']);
  assert.deepEqual((await all(bob.listRecords())).map(({ scope }) => scope), ['beta']);
});

test('what is for everybody says so, and a key of some scopes cannot', async (t) => {
  const server = await Server.start(t, { MEMBRANE_PRINCIPALS: PRINCIPALS });
  const alice = server.client({ key: key('alice') });
  const { scope, ...unplaced } = fact('alpha');
  await assert.rejects(alice.ingestObservation({ ...unplaced, unscoped: true }), { field: 'scope' });
  const both = alice.ingestObservation({ ...unplaced, scope, unscoped: true });
  await assert.rejects(both, { field: 'unscoped' });
  const { record } = await alice.ingestObservation({ ...unplaced, unscoped: false });
  assert.equal(record.scope, scope);
});

test('a key that is unknown, and none, are refused', async (t) => {
  const server = await Server.start(t, { MEMBRANE_PRINCIPALS: PRINCIPALS });
  for (const options of [{ key: key('mallory') }, {}]) {
    await assert.rejects(server.client(options).listScopes().page(), (refused: MembraneError) => {
      assert.ok(refused instanceof AccessDeniedError);
      assert.equal(refused.code, 'UNAUTHENTICATED');
      return true;
    });
  }
});

test('a quota that is used up has an error of its own', async (t) => {
  const server = await Server.start(t, { MEMBRANE_PRINCIPALS: PRINCIPALS });
  const eve = server.client({ key: key('eve') });
  await eve.ingestObservation({ ...fact('gamma'), object: 1 });
  await assert.rejects(eve.ingestObservation({ ...fact('gamma'), object: 2 }), QuotaExceededError);
});
