import { call, get } from '../api.js';
import { element } from '../element.js';
import { TYPES, status } from '../format.js';
import { empty, field, input, nextPage, recordTable, select } from '../parts.js';
import { go, href } from '../router.js';
import { filled, knownScopes, trustFields, trustOf } from '../trust.js';

const PAGE = 50;
const MOST = 10_000;
/** Where a filter is the page's own, so many records are looked through before somebody has to ask for more. */
const LOOKED_THROUGH = { pages: 5, size: 500 };

const STATUSES = [
  ['', 'what holds now'],
  ['all', 'also what was taken back'],
  ['retracted', 'taken back only'],
  ['superseded', 'replaced only'],
  ['contested', 'contested only'],
];

/** Records: searched as an agent searches, or listed a page at a time. */
export async function render({ parameters }, signal) {
  const answer = isSearch(parameters) ? searched(parameters, signal) : listed(parameters, signal);
  const [scopes, found] = await Promise.all([knownScopes(signal), answer]);
  return element('div', null,
    element('h1', null, 'Records'),
    element('p', { class: 'quiet' }, 'What this memory knows, as far as your key may see it. Salience says how much a record matters now: it fades, and rises with use. Confidence says how sure it is.'),
    filters(parameters, scopes),
    results(parameters, found));
}

/** Salience is an order of a search, and no filter of a list. */
function isSearch(parameters) {
  return Boolean(parameters.get('q') || parameters.get('salience'));
}

function filters(parameters, scopes) {
  const submit = event => {
    event.preventDefault();
    go(href('records', filled(event.target)));
  };
  return element('form', { class: 'filters', onsubmit: submit, role: 'search' },
    wide(field('Search', input('q', parameters.get('q'), { type: 'search', placeholder: 'as an agent would ask' }))),
    field('Type', select('type', [['', 'all'], ...Object.entries(TYPES)], parameters.get('type'))),
    trustFields(parameters, scopes),
    field('Tag', input('tag', parameters.get('tag'))),
    field('Status', select('status', STATUSES, parameters.get('status'))),
    field('Salience from', input('salience', parameters.get('salience'), { type: 'number', min: 0, max: 1, step: 'any' })),
    element('div', { class: 'buttons' },
      element('button', { type: 'submit', class: 'primary' }, 'Show'),
      parameters.size > 0 && element('a', { href: href('records') }, 'Clear')));
}

function wide(node) {
  node.classList.add('wide');
  return node;
}

/** A page of the list: `{records, next}`, where `next` are the parameters that the page after it adds. */
async function listed(parameters, signal) {
  const { max_sensitivity, scopes } = trustOf(parameters);
  const asks = {
    memory_types: parameters.get('type'),
    tags: parameters.get('tag'),
    include_retracted: wantsRetracted(parameters),
    max_sensitivity,
    scopes,
    page_size: PAGE,
    cursor: parameters.get('cursor'),
  };
  return isFiltered(parameters) ? lookedThrough(parameters, asks, signal) : page(asks, signal);
}

async function page(asks, signal) {
  const { records, next_cursor: cursor } = await get('/v1/records', asks, { signal });
  return { records, next: cursor && { cursor } };
}

/** Pages are read on until there is enough to show. */
async function lookedThrough(parameters, asks, signal) {
  const found = [];
  let next = { cursor: asks.cursor };
  for (let pages = 0; next && found.length < PAGE && pages < LOOKED_THROUGH.pages; pages++) {
    const more = await page({ ...asks, ...next, page_size: LOOKED_THROUGH.size }, signal);
    found.push(...matching(more.records, parameters));
    next = more.next;
  }
  return { records: found, next };
}

/** A search has no pages: more is asked for from its beginning. */
async function searched(parameters, signal) {
  const limit = Math.min(MOST, Number(parameters.get('limit') ?? PAGE));
  const { records } = await call('retrieve', {
    task_descriptor: parameters.get('q') ?? '',
    trust: trustOf(parameters),
    memory_types: parameters.getAll('type'),
    tags: parameters.getAll('tag'),
    min_salience: Number(parameters.get('salience') ?? 0),
    include_retracted: wantsRetracted(parameters),
    matching_only: Boolean(parameters.get('q')),
    limit,
  }, { signal });
  const isAll = records.length < limit || limit === MOST;
  return { records: matching(records, parameters), next: isAll ? null : { limit: Math.min(MOST, limit * 2) } };
}

function wantsRetracted(parameters) {
  return ['all', 'retracted', 'superseded'].includes(parameters.get('status'));
}

/** The API knows no filter of the status, and gives what is in no scope with every scope. */
function isFiltered(parameters) {
  return wantedStatus(parameters) !== null || parameters.has('scope');
}

function wantedStatus(parameters) {
  const wanted = parameters.get('status');
  return wanted && wanted !== 'all' ? wanted : null;
}

function matching(records, parameters) {
  const wanted = wantedStatus(parameters);
  const { scopes } = trustOf(parameters);
  return records.filter(record =>
    (wanted === null || status(record) === wanted) && (scopes.length === 0 || scopes.includes(record.scope)));
}

function results(parameters, { records, next }) {
  const count = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;
  const all = Object.fromEntries([...parameters.keys()].map(name => [name, parameters.getAll(name)]));
  return element('div', null,
    element('p', { class: 'quiet', role: 'status' }, count, order(parameters)),
    records.length === 0 ? nothing(parameters, !next) : recordTable('Records', records),
    next && nextPage(href('records', { ...all, ...next }), next.limit && 'Show more'));
}

function order(parameters) {
  const { q, sensitivity } = Object.fromEntries(parameters);
  if (!isSearch(parameters)) {
    return `${parameters.has('cursor') ? ' on this page' : ''}, oldest first`;
  }
  return q
    ? [', best first. ', element('a', { href: href('retrieval', { q, sensitivity, scope: parameters.getAll('scope') }) }, 'Why in this order?')]
    : ', highest salience first';
}

function nothing(parameters, isLast) {
  if (!isLast) {
    return empty('None among those looked at yet.');
  }
  return parameters.size > 0
    ? empty('Nothing that you may see matches. ', element('a', { href: href('records') }, 'Show all records'))
    : empty('Nothing is remembered yet. Try: ', element('code', null, 'membraned remember user prefers_editor vim'));
}
