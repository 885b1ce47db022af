import { plain } from './format.js';

/** A plan as it is drawn: its steps, and what leads from one to the other. */
export function planGraph({ nodes = [], edges = [] }) {
  return {
    nodes: nodes.map(node => ({ id: node.id, label: node.op, detail: parameters(node.params) })),
    edges: edges.length > 0
      ? edges.map(({ from, to, kind }) => ({ from, to, kind }))
      : chain(nodes.map(({ id }) => id)),
  };
}

/** The steps of a skill, one after the other. */
export function recipeGraph({ recipe = [] }) {
  const nodes = recipe.map((step, place) => ({
    id: String(place), label: step.tool || step.step, detail: parameters(step.args_schema),
  }));
  return { nodes, edges: chain(nodes.map(({ id }) => id)) };
}

/** The calls of a run: what each built upon, or else one after the other. */
export function runGraph({ tool_graph: calls = [], outcome }) {
  const edges = calls.flatMap(call => (call.depends_on ?? []).map(from => ({ from, to: call.id, kind: 'data' })));
  const nodes = calls.map((call, place) => ({
    id: call.id,
    label: call.tool,
    detail: plain(call.result ?? ''),
    tone: place === calls.length - 1 ? toneOf(outcome) : undefined,
  }));
  return { nodes, edges: edges.length > 0 ? edges : chain(nodes.map(({ id }) => id)) };
}

/** Green for a success, red for a failure. */
export function toneOf(outcome) {
  return { success: 'good', failure: 'bad' }[outcome];
}

function chain(ids) {
  return ids.slice(1).map((to, place) => ({ from: ids[place], to, kind: 'control' }));
}

function parameters(given) {
  const names = Object.keys(given ?? {});
  return names.length > 0 ? names.join(', ') : undefined;
}
