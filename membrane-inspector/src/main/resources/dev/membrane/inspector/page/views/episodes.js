import { get, recordBy } from '../api.js';
import { element } from '../element.js';
import { duration, shortId, time, title } from '../format.js';
import { layeredGraph } from '../graph.js';
import { empty, field, idLink, input, nextPage, optional, properties, rawJson, recordTable, section, table } from '../parts.js';
import { payloadOf } from '../payload.js';
import { runGraph, toneOf } from '../plans.js';
import { go, href } from '../router.js';
import { filled } from '../trust.js';

const PAGE = 50;
/** Records that were learned later are looked through for this run, so many at most. */
const LOOKED_THROUGH = 200;

/** Episodes: what was done, how it ended, and what came of it. */
export async function render({ path, parameters }, signal) {
  return path[1] ? one(path[1], signal) : all(parameters, signal);
}

async function all(parameters, signal) {
  const { episodes, next_cursor: cursor } = await get('/v1/episodes',
    { episode: parameters.get('episode'), page_size: PAGE, cursor: parameters.get('cursor') }, { signal });
  return element('div', null,
    element('h1', null, 'Episodes'),
    element('p', { class: 'quiet' }, 'Runs of agents: what they called, and how it ended.'),
    search(parameters),
    episodes.length > 0
      ? episodeTable(episodes)
      : empty(parameters.has('episode') ? 'There is no such episode.' : 'There is no episode yet.',
        ' An episode begins with the first event that names it.'),
    cursor && nextPage(href('episodes', { episode: parameters.get('episode'), cursor })));
}

function search(parameters) {
  const submit = event => {
    event.preventDefault();
    go(href('episodes', filled(event.target)));
  };
  return element('form', { class: 'filters', onsubmit: submit, role: 'search' },
    field('Episode', input('episode', parameters.get('episode')), 'its whole key'),
    element('button', { type: 'submit', class: 'primary' }, 'Show'));
}

function episodeTable(episodes) {
  return table('Episodes', [
    { name: 'Episode', value: one => element('a', { class: 'title', href: href(['episodes', one.record_ids[0]]) }, one.episode) },
    { name: 'Scope', value: one => one.scope || element('span', { class: 'quiet' }, 'none') },
    { name: 'Began', value: one => time(one.started_at) },
    { name: 'Events', numeric: true, value: one => String(one.events) },
    { name: 'Tool calls', numeric: true, value: one => String(one.tool_calls) },
    { name: 'Outcome', value: one => outcomeBadge(one.outcome) },
    { name: 'Changed', value: one => time(one.updated_at) },
  ], episodes);
}

/** From the first event to the last: what is done to the record later takes no time of the run. */
function length({ timeline = [] }) {
  if (timeline.length < 2) {
    return null;
  }
  const seconds = (Date.parse(timeline.at(-1).t) - Date.parse(timeline[0].t)) / 1_000;
  return seconds < 1 ? 'below 1 second' : duration(seconds);
}

function outcomeBadge(outcome) {
  return outcome
    ? element('span', { class: `badge ${toneOf(outcome) ?? 'warning'}` }, outcome)
    : element('span', { class: 'quiet' }, 'not told');
}

async function one(id, signal) {
  const record = await recordBy(id, { signal });
  const key = record.payload?.episode;
  const [parts, taught, log] = await Promise.all([
    key ? get('/v1/episodes', { episode: key }, { signal }) : { episodes: [] },
    taughtBy(record, signal),
    optional(get(`/v1/records/${record.id}/audit`, {}, { signal }), { entries: [] }),
  ]);
  const graph = runGraph(record.payload ?? {});
  return element('div', null,
    element('p', { class: 'small' }, element('a', { href: href('episodes') }, 'Episodes')),
    element('h1', null, title(record)),
    properties(
      ['Episode', key],
      ['Outcome', outcomeBadge(record.payload?.outcome)],
      ['Began', time(record.created_at)],
      ['Took', length(record.payload ?? {})],
      ['Record', idLink(record.id)],
      ['Parts', partLinks(parts.episodes, record.id)]),
    graph.nodes.length > 0 && section('What was called', layeredGraph(graph, 'The calls of the run')),
    section('What it taught', taught),
    section('Which knowledge it used', used(record, log.entries)),
    section('All of it', payloadOf(record)),
    rawJson(record));
}

/** Another run may have the same key: in another scope, or after an outcome. */
function partLinks(episodes, id) {
  const own = episodes.find(one => one.record_ids.includes(id));
  const ids = (own?.record_ids ?? []).filter(part => part !== id);
  return ids.length > 0 ? ids.map(part => [element('a', { href: href(['episodes', part]) }, shortId(part)), ' ']) : null;
}

/** What was learned names its runs as its sources, and is younger than they are. */
async function taughtBy(record, signal) {
  const records = [];
  let cursor;
  do {
    const page = await get('/v1/records', {
      memory_types: ['semantic', 'competence', 'plan_graph'], updated_from: record.created_at, page_size: 100, cursor,
    }, { signal });
    records.push(...page.records);
    cursor = page.next_cursor;
  } while (cursor && records.length < LOOKED_THROUGH);
  const found = records.filter(one => namesSource(one, record.id));
  const limited = cursor && element('p', { class: 'quiet' }, `Only the first ${records.length} records since then were looked through.`);
  return [
    found.length > 0 ? recordTable('What it taught', found) : empty('Nothing that you may see was learned from it.'),
    limited,
  ];
}

function namesSource({ provenance, payload }, id) {
  return (provenance?.sources ?? []).some(source => source.ref === id)
    || (payload?.evidence ?? []).some(item => item.source_id === id);
}

/** An outcome may say which records helped; the run's log names them. */
function used(record, entries) {
  const ids = [...new Set(entries.flatMap(entry => (entry.rationale ?? '').match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []))]
    .filter(id => id !== record.id);
  return ids.length > 0
    ? element('ul', null, ids.map(id => element('li', null, idLink(id, id))))
    : empty('Nobody said so. An outcome may name the records that helped, as used_record_ids.');
}
