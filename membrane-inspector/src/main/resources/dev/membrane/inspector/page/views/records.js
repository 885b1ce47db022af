import { element } from '../element.js';
import { TYPES } from '../format.js';
import { COMPARED, isSearch, recordsOf } from '../found.js';
import { empty, field, input, nextPage, recordTable, select } from '../parts.js';
import { go, href } from '../router.js';
import { filled, knownScopes, trustFields } from '../trust.js';

const STATUSES = [
  ['', 'what holds now'],
  ['all', 'also what was retracted or superseded'],
  ['retracted', 'retracted only'],
  ['superseded', 'superseded only'],
  ['contested', 'contested only'],
];

/** Records: searched as an agent searches, or listed a page at a time. */
export async function render({ parameters }, signal) {
  const [scopes, found] = await Promise.all([knownScopes(signal), recordsOf(parameters, signal)]);
  return element('div', null,
    element('h1', null, 'Records'),
    element('p', { class: 'quiet' }, 'What this memory knows, as far as your key may see it. Salience says how much a record matters now: it fades, and rises with use. Confidence says how sure it is.'),
    filters(parameters, scopes),
    results(parameters, found));
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
    field('Salience at least', input('salience', parameters.get('salience'), { type: 'number', min: 0, max: 1, step: 'any' })),
    element('div', { class: 'buttons' },
      element('button', { type: 'submit', class: 'primary' }, 'Show'),
      parameters.size > 0 && element('a', { href: href('records') }, 'Clear')));
}

function wide(node) {
  node.classList.add('wide');
  return node;
}

function results(parameters, { records, next }) {
  const all = Object.fromEntries([...parameters.keys()].map(name => [name, parameters.getAll(name)]));
  return element('div', null,
    element('p', { class: 'quiet', role: 'status' }, counted(parameters, records.length, next), order(parameters, records.length, next)),
    records.length === 0 ? nothing(parameters, !next) : recordTable('Records', records),
    next && nextPage(href('records', { ...all, ...next }), next.limit && 'Show more'));
}

/** What is on a page is no total where there is more. */
function counted(parameters, count, next) {
  const records = `${count} ${count === 1 ? 'record' : 'records'}`;
  if (isSearch(parameters)) {
    return next || isCut(parameters, count, next) ? `The first ${records}` : records;
  }
  return parameters.has('cursor') ? `${records} on this page` : next ? `The first ${records}` : records;
}

/** A question finds no more than the server compares. */
function isCut(parameters, count, next) {
  return !next && parameters.has('q') && count >= COMPARED;
}

function order(parameters, count, next) {
  const { q, sensitivity } = Object.fromEntries(parameters);
  if (!isSearch(parameters)) {
    return ', oldest first';
  }
  return q
    ? [', best first. ', isCut(parameters, count, next) && 'A search finds no more, even where more would match. ',
      element('a', { href: href('retrieval', { q, sensitivity, scope: parameters.getAll('scope') }) }, 'Why in this order?')]
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
