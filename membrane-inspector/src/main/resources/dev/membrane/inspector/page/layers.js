/**
 * Puts the nodes of a graph into layers: each is one layer behind the last of those that lead to it
 * (the longest path), and within a layer near those that it is tied to. Ties that close a circle do
 * not count.
 *
 * @returns the layers from first to last, each of them a list of nodes
 */
export function layersOf(nodes, edges) {
  const forward = withoutCircles(nodes, edges);
  const depth = depths(nodes, forward);
  const layers = [];
  nodes.forEach(node => (layers[depth.get(node.id)] ??= []).push(node));
  return ordered(layers, forward);
}

function withoutCircles(nodes, edges) {
  const next = groupBy(edges, ({ from }) => from);
  const state = new Map();
  const kept = [];
  const visit = id => {
    state.set(id, 'open');
    for (const edge of next.get(id) ?? []) {
      if (state.get(edge.to) !== 'open') {
        kept.push(edge);
      }
      if (!state.has(edge.to)) {
        visit(edge.to);
      }
    }
    state.set(id, 'done');
  };
  nodes.filter(({ id }) => !state.has(id)).forEach(({ id }) => visit(id));
  return kept;
}

function depths(nodes, edges) {
  const before = groupBy(edges, ({ to }) => to);
  const depth = new Map();
  const of = id => {
    if (!depth.has(id)) {
      depth.set(id, Math.max(-1, ...(before.get(id) ?? []).map(({ from }) => of(from))) + 1);
    }
    return depth.get(id);
  };
  nodes.forEach(({ id }) => of(id));
  return depth;
}

/** By the mean place of those that lead there, which spares most crossings. */
function ordered(layers, edges) {
  const before = groupBy(edges, ({ to }) => to);
  const place = new Map();
  return layers.map(layer => {
    const wanted = ({ id }) => {
      const places = (before.get(id) ?? []).map(({ from }) => place.get(from) ?? 0);
      return places.length === 0 ? Infinity : places.reduce((sum, one) => sum + one, 0) / places.length;
    };
    const sorted = [...layer].sort((a, b) => wanted(a) - wanted(b) || 0);
    sorted.forEach(({ id }, row) => place.set(id, row - sorted.length / 2));
    return sorted;
  });
}

function groupBy(all, keyOf) {
  const groups = new Map();
  all.forEach(one => groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]));
  return groups;
}
