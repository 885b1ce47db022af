// Has a server remember something, and asks for it. The address is the argument.
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const proto = '../../../membrane-grpc-stubs/src/main/protobuf/membrane/v1/membrane.proto';
const definition = protoLoader.loadSync(fileURLToPath(new URL(proto, import.meta.url)), {
  keepCase: true,
});
const { MembraneService } = grpc.loadPackageDefinition(definition).membrane.v1;

const address = process.argv[2] ?? 'localhost:9820';
const memory = new MembraneService(address, grpc.credentials.createInsecure());
const call = (name, request) => promisify(memory[name]).call(memory, request);

await call('IngestObservation', {
  source: 'javascript-client',
  subject: 'user',
  predicate: 'prefers_language',
  object: JSON.stringify('JavaScript'),
  scope: 'project',
});
const answer = await call('Retrieve', {
  task_descriptor: 'which language does the user prefer?',
  trust: { max_sensitivity: 'low', scopes: ['project'] },
});
for (const record of answer.records) {
  console.log(record.toString('utf8'));
}
memory.close();
