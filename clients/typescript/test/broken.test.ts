import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp1 } from 'node:http';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { test } from 'node:test';
import { Membrane, MembraneError, UnavailableError } from '../src/index.js';

/** How a connection ends while a call is under way. */
const BREAKS: { [way: string]: (stream: ServerHttp2Stream, socket: Socket) => void } = {
  'is closed': (_, socket) => socket.destroy(),
  'is reset': (_, socket) => socket.resetAndDestroy(),
  'says goodbye': (stream) => stream.session?.destroy(undefined, constants.NGHTTP2_NO_ERROR),
  'takes no more calls': (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
  'gives calls up': (stream) => stream.close(constants.NGHTTP2_CANCEL),
};

/** Answers a call of gRPC with an empty message. */
function answer(stream: ServerHttp2Stream): void {
  const headers = { ':status': 200, 'content-type': 'application/grpc' };
  stream.respond(headers, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.alloc(5));
}

for (const [way, end] of Object.entries(BREAKS)) {
  test(`a call whose connection ${way} is sent again if that is safe`, async (t) => {
    let latest: Socket | undefined;
    const called: (string | undefined)[] = [];
    const server = createServer();
    server.on('connection', (socket: Socket) => (latest = socket));
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      const path = headers[':path'];
      stream.on('error', () => undefined);
      called.push(path?.split('/').at(-1));
      if (called.length < 3) {
        end(stream, latest!);
      } else {
        answer(stream);
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const memory = new Membrane({ url: `http://127.0.0.1:${port}` });
    t.after(() => {
      memory.close();
      server.close();
      latest?.destroy();
    });

    await assert.rejects(memory.reinforce({ id: 'fact' }), UnavailableError);
    assert.deepEqual(await memory.listJobs(), { queues: [], runs: [] });
    assert.deepEqual(called, ['Reinforce', 'ListJobs', 'ListJobs']);
  });
}

/** What else may listen where gRPC is expected. */
const OTHERS: { [answer: string]: () => Server } = {
  'HTTP/1.1': () => createHttp1((_, response) => response.end('hello')),
  'HTML over HTTP/2': () =>
    createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end()),
  '404 over HTTP/2': () => createServer((_, response) => response.writeHead(404).end()),
};

for (const [answer, create] of Object.entries(OTHERS)) {
  test(`a port that answers ${answer} is said not to be that of gRPC`, async (t) => {
    const server = create().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const memory = new Membrane({ url: `http://127.0.0.1:${port}` });
    const refused = (failed: unknown) => {
      assert.ok(failed instanceof MembraneError && !(failed instanceof UnavailableError));
      assert.match(failed.message, /does not speak gRPC; the gRPC port is 9820 by default$/);
      return true;
    };
    // Nor does the connection that broke end the process, when there is another call and at the end.
    await assert.rejects(memory.listJobs(), refused);
    await assert.rejects(memory.reinforce({ id: 'fact' }), refused);
    memory.close();
  });
}
