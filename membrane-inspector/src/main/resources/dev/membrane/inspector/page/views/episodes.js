import { get, recordBy } from '../api.js';
import { element } from '../element.js';
import { duration, shortId, time, title } from '../format.js';
import { layeredGraph } from '../graph.js';
import { knowledgeOf } from '../knowledge.js';
import { empty, field, idLink, input, nextPage, optional, otherKind, properties, rawJson, section, table } from '../parts.js';
import { payloadOf } from '../payload.js';
import { runGraph, toneOf } from '../plans.js';
import { go, href } from '../router.js';
import { filled } from '../trust.js';

const PAGE = 50;

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
  if (record.type !== 'episodic') {
    return otherKind(record, 'episode');
  }
  const key = record.payload?.episode;
  const [{ episodes }, log] = await Promise.all([
    key ? get('/v1/episodes', { episode: key }, { signal }) : { episodes: [] },
    optional(get(`/v1/records/${record.id}/audit`, {}, { signal }), { entries: [] }),
  ]);
  const parts = partsOf(episodes, record.id);
  const { taught, used } = await knowledgeOf(record, parts, log.entries, signal);
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
      ['Parts', partLinks(parts.filter(part => part !== record.id))]),
    graph.nodes.length > 0 && section('What was called', layeredGraph(graph, 'The calls of the run')),
    section('What it taught', taught),
    section('Which knowledge it used', used),
    section('All of it', payloadOf(record)),
    rawJson(record));
}

/** The ids of its records. Another run may have the same key: in another scope, or after an outcome. */
function partsOf(episodes, id) {
  return episodes.find(one => one.record_ids.includes(id))?.record_ids ?? [id];
}

function partLinks(ids) {
  return ids.length > 0 ? ids.map(part => [element('a', { href: href(['episodes', part]) }, shortId(part)), ' ']) : null;
}
