import { svg } from './element.js';
import { ending } from './ending.js';
import { instantText, number } from './format.js';

const WIDTH = 720;
const HEIGHT = 180;
const EDGE = { left: 36, right: 12, top: 12, bottom: 26 };
const POINTS = 120;

/**
 * The salience of a record at an instant, from what it is now: `max(floor, s * 2^(-t / half-life))`,
 * or in a straight line that is at half after a half-life. The floor stops decay and never raises.
 */
export function salienceAt(record, now, instant) {
  const { decay, pinned } = record.lifecycle;
  const live = Number(record.salience);
  if (pinned || live === 0) {
    return live;
  }
  const floor = Math.min(live, Number(decay.min_salience ?? 0));
  return Math.max(floor, faded(record, live, now, instant));
}

function faded(record, live, now, instant) {
  const { curve, half_life_seconds: halfLife } = record.lifecycle.decay;
  const seconds = (instant - now) / 1_000;
  if (curve !== 'linear') {
    return live * 2 ** (-seconds / Number(halfLife));
  }
  // The line began at the last change, and its start follows from where it is now.
  const past = (now - Date.parse(record.updated_at)) / 1_000;
  const left = elapsed => Math.max(0, 1 - elapsed / (2 * Number(halfLife)));
  return left(past) === 0 ? 0 : (live / left(past)) * left(past + seconds);
}

/** The curve from now to the end of the record, or over four half-lives. */
export function salienceCurve(record, now) {
  const { at } = ending(record, now);
  const halfLife = Number(record.lifecycle.decay.half_life_seconds) * 1_000;
  const end = at !== null && at > now ? now + (at - now) * 1.02 : now + 4 * halfLife;
  const top = Math.max(1, Number(record.salience));
  const x = instant => tenths(EDGE.left + ((instant - now) / (end - now)) * (WIDTH - EDGE.left - EDGE.right));
  const y = value => tenths(HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom));
  const instants = Array.from({ length: POINTS + 1 }, (unused, i) => now + ((end - now) * i) / POINTS);
  const line = instants.map(instant => `${x(instant)},${y(salienceAt(record, now, instant))}`);
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': 'Salience from now on' },
    [0, top / 2, top].map(value => [
      svg('line', { class: 'axis', x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(value), y2: y(value) }),
      svg('text', { class: 'soft', x: EDGE.left - 6, y: y(value) + 4, 'text-anchor': 'end' }, number(value)),
    ]),
    svg('polyline', { class: 'curve', points: line.join(' ') }),
    svg('text', { class: 'soft', x: EDGE.left, y: HEIGHT - 6 }, 'now'),
    oneHalfLife(now + halfLife, end, x),
    svg('text', { class: 'soft', x: WIDTH - EDGE.right, y: HEIGHT - 6, 'text-anchor': 'end' }, `${instantText(end).slice(0, 16)} UTC`));
}

function oneHalfLife(instant, end, x) {
  if (instant > end) {
    return null;
  }
  return [
    svg('line', { class: 'now', x1: x(instant), x2: x(instant), y1: EDGE.top, y2: HEIGHT - EDGE.bottom }),
    svg('text', { class: 'soft', x: x(instant) + 4, y: EDGE.top + 12 }, 'half-life'),
  ];
}

function tenths(pixels) {
  return Math.round(pixels * 10) / 10;
}
