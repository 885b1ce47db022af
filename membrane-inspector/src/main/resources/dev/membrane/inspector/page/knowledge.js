import { get } from './api.js';
import { element } from './element.js';
import { isId } from './format.js';
import { empty, idLink, recordTable } from './parts.js';

/** Records that changed after a run began are looked through for it, so many at most. */
const LOOKED_THROUGH = 200;

/** How the entry of an outcome names what it did not count. */
const SKIPPED = /^Outcome recorded: [^;]*; skipped used records: (.*)$/s;

/**
 * What a run taught, and which knowledge it used, as far as facts, skills and plans tell.
 *
 * @param parts the ids of the records of the run
 * @param entries the log of the record that is shown
 */
export async function knowledgeOf(record, parts, entries, signal) {
  const { records, isWhole } = await changedSince(record.created_at, signal);
  const limited = !isWhole && element('p', { class: 'quiet' }, `Only the first ${records.length} records since then were looked through.`);
  const taught = records.filter(one => namesSource(one, record.id));
  return {
    taught: [
      taught.length > 0 ? recordTable('What it taught', taught) : empty('Nothing that you may see was learned from it.'),
      limited,
    ],
    used: [usedBy(records.filter(one => wasUsed(one, parts))), limited, skipped(entries)],
  };
}

async function changedSince(instant, signal) {
  const records = [];
  let cursor;
  do {
    const page = await get('/v1/records', {
      memory_types: ['semantic', 'competence', 'plan_graph'], include_retracted: true, updated_from: instant, page_size: 100, cursor,
    }, { signal });
    records.push(...page.records);
    cursor = page.next_cursor;
  } while (cursor && records.length < LOOKED_THROUGH);
  return { records, isWhole: !cursor };
}

/** What was learned names its runs as its sources, and is younger than they are. */
function namesSource({ provenance, payload }, id) {
  return (provenance?.sources ?? []).some(source => source.ref === id)
    || (payload?.evidence ?? []).some(item => item.source_id === id);
}

/** The log of what an outcome has strengthened or weakened names the run by one of its records. */
function wasUsed({ audit_log: log }, parts) {
  return (log ?? []).some(({ rationale }) => parts.some(id => rationale?.startsWith(`Used in episode ${id}, `)));
}

function usedBy(records) {
  return records.length > 0
    ? recordTable('Which knowledge it used', records)
    : empty('No fact, skill or plan that you may see names this run. An outcome may name what was used, as used_record_ids;'
      + ' one that is partial leaves no mark on it.');
}

function skipped(entries) {
  const ids = [...new Set(entries.flatMap(({ rationale }) => SKIPPED.exec(rationale ?? '')?.[1].split(', ') ?? []))];
  return ids.length > 0 && element('p', null,
    'Named, but not counted, as they were unknown, retracted or out of reach: ',
    ids.map((id, place) => [place > 0 && ', ', isId(id) ? idLink(id, id) : element('code', null, id)]));
}
