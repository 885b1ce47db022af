import { duration, instantText, number, relative } from './format.js';

/** Below this a record that may be pruned is pruned. */
const PRUNED_BELOW = 0.001;

const DAY = 86_400_000;
/** An episode without an outcome settles so long after its last part. */
const PATIENCE = DAY;
/** How long episodes and what was taken back are kept where nothing else is configured. */
const EPISODIC_RETENTION = 7 * DAY;
const UNLESS = 'unless configured otherwise';

/** What ends a record: `{at, text}`; `at` is null where no instant can be said. */
export function ending(record, now) {
  const { lifecycle, payload, type } = record;
  const revision = payload?.revision;
  const isRetracted = revision?.status === 'retracted';
  const [, text] = [
    [lifecycle.pinned, 'It is pinned: it does not fade and is never pruned.'],
    [lifecycle.deletion_policy === 'never', 'It is never pruned: its policy forbids it.'],
    [lifecycle.deletion_policy === 'manual_only', 'It is never pruned: only somebody can delete it.'],
  ].find(([holds]) => holds) ?? [];
  if (text) {
    return { at: null, text };
  }
  if (type === 'working' && !isRetracted && (revision?.superseded_by || payload?.state === 'done')) {
    return { at: now, text: `It is pruned at the next sweep: the task ${revision?.superseded_by ? 'went on without it' : 'is done'}.` };
  }
  if (isRetracted || revision?.superseded_by) {
    const cause = revision.superseded_by ? 'Another record took its place' : 'It was taken back';
    return { at: null, text: `${cause}, and it is pruned when it was kept long enough to look it up (30 days, ${UNLESS}).` };
  }
  return due(record, now);
}

function due(record, now) {
  const { max_age_seconds: maxAge } = record.lifecycle.decay;
  const tooOld = maxAge === undefined ? Infinity : Date.parse(record.created_at) + Number(maxAge) * 1_000;
  const tooFaint = fadesAt(record, now);
  const at = Math.min(tooOld, tooFaint);
  if (at === Infinity) {
    const floor = number(record.lifecycle.decay.min_salience ?? 0, 3);
    return { at: null, text: `It is never pruned by itself: its salience stops at its floor, ${floor}.` };
  }
  const cause = tooOld < tooFaint
    ? `when it is ${duration(Number(maxAge))} old`
    : `when its salience falls below ${PRUNED_BELOW}`;
  return (record.type === 'episodic' && keptForLearning(record, at, now))
    || { at, text: `It is pruned ${sweepAfter(at, now)}, ${cause}, unless somebody reinforces it.` };
}

function sweepAfter(at, now) {
  return at <= now ? 'at the next sweep' : `${relative(at, now)}, on ${instantText(at)}, at the sweep that follows`;
}

/** Nothing goes that may still be learned from; null if it goes no later for that. */
function keptForLearning(record, at, now) {
  const settles = record.payload?.outcome ? 0 : PATIENCE;
  const latest = Date.parse(record.updated_at) + settles + EPISODIC_RETENTION;
  if (latest <= at) {
    return null;
  }
  const unless = `, ${UNLESS}, and later if it changes before.`;
  if ((record.payload?.tool_graph ?? []).length > 0) {
    return { at: latest, text: `It is pruned ${sweepAfter(latest, now)}${unless} What called tools is kept`
      + ` ${duration(EPISODIC_RETENTION / 1_000)} after it has settled, so that what recurs is seen.` };
  }
  // Whether all was learned, nobody is told.
  const earliest = Math.max(at, lastAddition(record) + settles);
  return { at: latest, text: 'It is pruned once everything was learned from it,'
    + ` ${earliest <= now ? 'from now on' : `${relative(earliest, now)} at the earliest`}, and`
    + ` ${sweepAfter(latest, now)} at the latest${unless}` };
}

/** Changes of salience add nothing. */
function lastAddition(record) {
  const additions = (record.audit_log ?? []).filter(({ action }) => action === 'create' || action === 'revise');
  return Date.parse(additions.at(-1)?.timestamp ?? record.created_at);
}

function fadesAt(record, now) {
  const live = Number(record.salience);
  const { decay } = record.lifecycle;
  if (Number(decay.min_salience ?? 0) >= PRUNED_BELOW && live >= PRUNED_BELOW) {
    return Infinity;
  }
  if (live < PRUNED_BELOW) {
    return now;
  }
  const halfLife = Number(decay.half_life_seconds);
  if (decay.curve !== 'linear') {
    return now + 1_000 * halfLife * Math.log2(live / PRUNED_BELOW);
  }
  const past = (now - Date.parse(record.updated_at)) / 1_000;
  const start = live / Math.max(Number.EPSILON, 1 - past / (2 * halfLife));
  return now + 1_000 * (2 * halfLife * (1 - PRUNED_BELOW / start) - past);
}
