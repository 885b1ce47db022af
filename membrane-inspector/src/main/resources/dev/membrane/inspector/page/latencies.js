import { text } from './api.js';
import { element } from './element.js';
import { number } from './format.js';
import { empty, optional, table } from './parts.js';

/** A line of Prometheus that counts calls or adds up their seconds. */
const LINE = /^membrane_rpc_seconds_(count|sum)\{(.*)\} (\S+)$/;
const LABEL = /(\w+)="([^"]*)"/g;

/** What calls take by the server's own clock, where its metrics are served at this address. */
export async function latenciesOf(signal) {
  const page = await optional(text('/metrics', { signal }));
  if (page === null) {
    return empty('How long calls take is told at ', element('code', null, '/metrics'),
      ' if ', element('code', null, 'metrics_addr'), ' is the address of this page.');
  }
  const calls = countsOf(page);
  return calls.length === 0 ? empty('Nobody has called yet.') : table('Calls', [
    { name: 'Call', value: call => element('code', null, call.method) },
    { name: 'Calls', numeric: true, value: call => number(call.count) },
    { name: 'Refused', numeric: true, value: call => number(call.refused) },
    { name: 'Mean', numeric: true, value: call => `${number((call.sum / call.count) * 1_000, 1)} ms` },
  ], calls);
}

function countsOf(page) {
  const calls = new Map();
  for (const line of page.split('\n')) {
    const [, what, labels, value] = LINE.exec(line) ?? [];
    if (what) {
      const { method, status } = Object.fromEntries([...labels.matchAll(LABEL)].map(([, name, text]) => [name, text]));
      const call = calls.get(method) ?? { method, count: 0, sum: 0, refused: 0 };
      call[what] += Number(value);
      call.refused += what === 'count' && status !== 'OK' ? Number(value) : 0;
      calls.set(method, call);
    }
  }
  return [...calls.values()].sort((a, b) => b.count - a.count);
}
