import { element, svg } from './element.js';
import { layersOf } from './layers.js';
import { shortened } from './format.js';

const MOST = 60;
const BOX = { width: 176, height: 44 };
const GAP = { x: 72, y: 18 };
const EDGE = 10;
/** What fits into a box at the size of its text. */
const LETTERS = 22;

const KINDS = { control: 'comes before', data: 'hands over data', relation: 'is tied to' };

/**
 * Draws a graph in layers from left to right, to look at and to walk.
 *
 * @param graph `nodes` of `{id, label, detail, href, tone}` and `edges` of `{from, to, kind,
 *     label}`; a kind is `control`, `data` or `relation`; a tone is `current`, `good`, `bad` or
 *     `quiet`
 * @param name what the drawing shows
 */
export function layeredGraph({ nodes, edges }, name) {
  const drawn = nodes.slice(0, MOST);
  const ids = new Set(drawn.map(({ id }) => id));
  const tied = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const layers = layersOf(drawn, tied);
  const places = placesOf(layers);
  const width = layers.length * (BOX.width + GAP.x) - GAP.x + 2 * EDGE;
  const height = Math.max(...layers.map(layer => layer.length)) * (BOX.height + GAP.y) - GAP.y + 2 * EDGE;
  return element('div', { class: 'figure', role: 'group', tabindex: 0, 'aria-label': name },
    svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height },
      arrowHead(),
      tied.map(edge => line(edge, places)),
      drawn.map(node => box(node, places.get(node.id)))),
    legend(tied),
    nodes.length > MOST && element('p', { class: 'quiet' }, `${nodes.length - MOST} more are not drawn.`));
}

function placesOf(layers) {
  const tallest = Math.max(...layers.map(layer => layer.length));
  const places = new Map();
  layers.forEach((layer, column) => layer.forEach(({ id }, row) => places.set(id, {
    x: EDGE + column * (BOX.width + GAP.x),
    y: EDGE + (row + (tallest - layer.length) / 2) * (BOX.height + GAP.y),
  })));
  return places;
}

function arrowHead() {
  return svg('defs', null,
    svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto-start-reverse' },
      svg('path', { class: 'arrow', d: 'M0,0 L8,4 L0,8 z' })));
}

/** From the right side of a box to the left of the next; backwards over its head. */
function line({ from, to, kind, label }, places) {
  const [begin, end] = [places.get(from), places.get(to)];
  const isForward = end.x > begin.x;
  const start = { x: begin.x + (isForward ? BOX.width : BOX.width / 2), y: begin.y + (isForward ? BOX.height / 2 : 0) };
  const stop = { x: end.x + (isForward ? 0 : BOX.width / 2), y: end.y + (isForward ? BOX.height / 2 : 0) };
  const bend = isForward
    ? `C${start.x + GAP.x / 2},${start.y} ${stop.x - GAP.x / 2},${stop.y} ${stop.x},${stop.y}`
    : `C${start.x},${start.y - GAP.y} ${stop.x},${stop.y - GAP.y} ${stop.x},${stop.y}`;
  return svg('path', { class: `edge ${kind}`, d: `M${start.x},${start.y} ${bend}`, 'marker-end': 'url(#arrow)' },
    svg('title', null, label ?? KINDS[kind]));
}

function box({ label, detail, href, tone }, { x, y }) {
  const shape = [
    svg('rect', { class: `node ${tone ?? ''}`, x, y, width: BOX.width, height: BOX.height, rx: 4 }),
    svg('text', { x: x + 10, y: y + (detail ? 18 : 26) }, shortened(label, LETTERS)),
    detail && svg('text', { class: 'soft', x: x + 10, y: y + 34 }, shortened(detail, LETTERS)),
    svg('title', null, [label, detail].filter(text => text).join(': ')),
  ];
  return href ? svg('a', { href }, shape) : svg('g', null, shape);
}

function legend(edges) {
  const kinds = [...new Set(edges.map(({ kind }) => kind))];
  const names = [...new Set(edges.filter(({ label }) => label).map(({ label }) => label))];
  return kinds.length > 0 && element('p', { class: 'legend quiet small' },
    kinds.map(kind => element('span', null,
      svg('svg', { width: 30, height: 8, 'aria-hidden': 'true' }, svg('path', { class: `edge ${kind}`, d: 'M0,4 L30,4' })),
      ' ', names.length > 0 && kind === 'relation' ? names.join(', ') : KINDS[kind])));
}
