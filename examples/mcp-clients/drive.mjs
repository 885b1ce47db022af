// Uses every tool of a server, by the official client for TypeScript.
//   node drive.mjs legacy|auto URL            over HTTP
//   node drive.mjs legacy|auto COMMAND ARGS…  over standard input and output
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [mode, target, ...args] = process.argv.slice(2);
const transport = target.startsWith('http')
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args, env: process.env });
const client = new Client(
  { name: 'drive', version: '0.1.0' }, { versionNegotiation: { mode } });
await client.connect(transport);

async function use(name, given) {
  const answer = await client.callTool({ name, arguments: given });
  const text = answer.content[0].text;
  if (answer.isError) {
    throw new Error(`${name}: ${text}`);
  }
  console.log(`${name}: ${text.split('\n')[0]}`);
  return text;
}

const { tools } = await client.listTools();
console.log(`tools: ${tools.map((tool) => tool.name).join(' ')}`);
const subject = `typescript-${mode}`;
const created = await use('remember', { subject, predicate: 'prefers_editor', object: 'vim' });
const id = created.match(/[0-9a-f-]{36}/)[0];
await use('recall', { query: `${subject} editor` });
await use('get', { id, include: ['reasons', 'audit'] });
const begun = await use('begin_task', { task: 'deploy the service' });
const task_id = begun.replace('task_id: ', '');
await use('log_step', { task_id, tool: 'run_tests', args: { all: true }, result: 'passed' });
await use('finish_task', { task_id, outcome: 'success', used_record_ids: [id] });
await use('how_to', { task: 'deploy the service' });
await use('save_state', { thread_id: subject, summary: 'half done' });
await use('load_state', { thread_id: subject });
await use('revise', { id, action: 'contest', reason: 'it was said otherwise' });
await use('forget', { id, reason: 'asked to', dry_run: false });

const { prompts } = await client.listPrompts();
console.log(`prompts: ${prompts.map((prompt) => prompt.name).join(' ')}`);
const prompt = await client.getPrompt({ name: 'recall_for_task', arguments: { task: 'deploy' } });
console.log(`prompt: ${prompt.messages[0].content.text.split('\n')[0]}`);
const { resourceTemplates } = await client.listResourceTemplates();
console.log(`templates: ${resourceTemplates.map((it) => it.uriTemplate).join(' ')}`);
const state = await client.readResource({ uri: `membrane://thread/${subject}` });
console.log(`state: ${JSON.parse(state.contents[0].text).payload.context_summary}`);
await client.close();
