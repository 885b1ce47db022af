// Has a server remember something over the Connect protocol, and asks for it. The address is the
// first argument; the second says how messages are encoded: json (default) or binary.
import { createClient, ConnectError, Code } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { MembraneService } from './generated/membrane/v1/membrane_pb.js';

const address = process.argv[2] ?? 'localhost:9821';
const useBinaryFormat = process.argv[3] === 'binary';
const memory = createClient(
  MembraneService,
  createConnectTransport({ baseUrl: `http://${address}`, useBinaryFormat }),
);

await memory.ingestObservation({
  source: 'connect-client',
  subject: 'user',
  predicate: 'prefers_language',
  object: JSON.stringify('TypeScript'),
  scope: 'project',
});
const answer = await memory.retrieve({
  taskDescriptor: 'which language does the user prefer?',
  trust: { maxSensitivity: 'low', scopes: ['project'] },
});
for (const record of answer.records) {
  console.log(new TextDecoder().decode(record));
}

try {
  await memory.retrieveByID({ id: 'no such record', trust: { maxSensitivity: 'low' } });
} catch (refused) {
  console.log(Code[ConnectError.from(refused).code]);
}
