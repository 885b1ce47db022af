import { recordBy } from './api.js';
import { element } from './element.js';
import { isId, relative } from './format.js';
import { optional } from './parts.js';
import { toneOf } from './plans.js';
import { href } from './router.js';

const MOST = 20;

/** The latest runs from which something was learned, oldest first, and how many others there were. */
export async function latestRuns(record, signal) {
  const ids = [...new Set((record.provenance?.sources ?? []).map(({ ref }) => ref).filter(ref => isId(ref)))];
  const found = await Promise.all(ids.slice(-MOST).map(id => optional(recordBy(id, { signal }))));
  const runs = found.filter(run => run?.payload?.outcome);
  return { runs, others: ids.length - runs.length };
}

/** How the latest runs ended; each leads to its run. */
export function outcomes({ runs, others }) {
  return runs.length > 0 && [
    element('h3', null, 'The latest runs'),
    element('ol', { class: 'outcomes' }, runs.map(run => element('li', null,
      element('a', { href: href(['episodes', run.id]), class: `badge ${toneOf(run.payload.outcome) ?? 'warning'}`, title: relative(run.updated_at) },
        run.payload.outcome)))),
    others > 0 && element('p', { class: 'quiet' },
      `${others} earlier runs are not shown: they were forgotten, or are not yours to see.`),
  ];
}
