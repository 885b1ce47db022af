import { element } from './element.js';
import { bar, table } from './parts.js';

/** How each step went in the latest runs: how often it was called, ended a run that failed, and how long it took. */
export function stepMetrics(steps, runs) {
  const calls = runs.map(({ payload }) => ({ tools: payload.tool_graph ?? [], failed: payload.outcome === 'failure' }));
  return calls.some(({ tools }) => tools.length > 0) && [
    element('h3', null, 'In the latest runs'),
    table('Steps in the latest runs', [
      { name: 'Step', value: ({ tool }) => element('code', null, tool) },
      { name: 'Called in', numeric: true, value: ({ called }) => bar(called / calls.length, `${called} of ${calls.length}`) },
      { name: 'Last before a failure', numeric: true, value: ({ last }) => String(last) },
      { name: 'Until the next call', numeric: true, value: ({ took }) => took === null ? '' : `${took} ms` },
    ], [...new Set(steps.map(({ label }) => label))].map(tool => metricsOf(tool, calls))),
  ];
}

function metricsOf(tool, calls) {
  return {
    tool,
    called: calls.filter(({ tools }) => tools.some(call => call.tool === tool)).length,
    last: calls.filter(({ tools, failed }) => failed && tools.at(-1)?.tool === tool).length,
    took: median(calls.flatMap(({ tools }) => untilNext(tool, tools))),
  };
}

/** Runs tell when a call was made and not how long it took: it had ended when the next one was made. */
function untilNext(tool, tools) {
  return tools.slice(0, -1)
    .map((call, place) => call.tool === tool ? Date.parse(tools[place + 1].timestamp) - Date.parse(call.timestamp) : NaN)
    .filter(millis => millis >= 0);
}

function median(millis) {
  const sorted = millis.sort((one, other) => one - other);
  return sorted.length === 0 ? null : sorted[Math.floor((sorted.length - 1) / 2)];
}
