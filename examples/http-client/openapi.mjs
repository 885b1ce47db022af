// Has a server remember something, and asks for it, with a client that was generated from the
// server's own description. The address is the argument.
import { Api } from './generated/openapi.js';

const address = process.argv[2] ?? 'localhost:9821';
const memory = new Api({ baseUrl: `http://${address}` });

const { data: told } = await memory.v1.ingestObservation({
  source: 'openapi-client',
  subject: 'user',
  predicate: 'prefers_language',
  object: { name: 'TypeScript', since: 2012 },
  scope: 'project',
});
const { data } = await memory.v1.retrieve({
  task_descriptor: 'which language does the user prefer?',
  trust: { max_sensitivity: 'low', scopes: ['project'] },
});
// Others may have told of the user, too.
const own = data.records.find((record) => record.id === told.record.id);
const one = await memory.v1.getRecord(own.id, { max_sensitivity: 'low' });
const language = one.data.record.payload.object;
console.log(`${language.name} since ${language.since}`);
