import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { SecureClientSessionOptions } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MembraneError, UnavailableError } from '../src/index.js';
import { Server } from './server.js';

test('a server with a certificate of a private authority is called by https', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'membrane-tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=membrane'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names], { stdio: 'pipe' });

  const server = await Server.start(t, {
    MEMBRANE_TLS_CERT_FILE: certificate,
    MEMBRANE_TLS_KEY_FILE: key,
  });
  const url = server.url('https');
  const tls: SecureClientSessionOptions = { ca: readFileSync(certificate) };
  const trusting = server.client({ url, tls });
  assert.ok(await trusting.listJobs());
  await assert.rejects(server.client({ url }).listJobs(), MembraneError);
});

test('a server without TLS is not called by https', async (t) => {
  const server = await Server.start(t);
  const memory = server.client({ url: server.url('https'), timeoutMs: 8_000 });
  const begun = performance.now();
  await assert.rejects(memory.listJobs(), (failed) => {
    assert.ok(failed instanceof UnavailableError, String(failed));
    assert.match(failed.message, /does not speak TLS/);
    return true;
  });
  assert.ok(performance.now() - begun < 4_000, 'it is told at once');
});
