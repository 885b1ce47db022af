import { get } from './api.js';
import { element } from './element.js';
import { instant, number } from './format.js';
import { empty, field, jsonValue, optional, section, select, table } from './parts.js';
import { go, href } from './router.js';

const MOST = 1000;

/**
 * What a record was: its versions that are kept, and what differs between two of them; null if there are none.
 *
 * @param parameters `from` and `to`, the numbers of two versions; the last two without them
 */
export async function versionsOf(id, parameters, signal) {
  const { versions, isWhole } = await history(id, signal);
  if (versions.length === 0) {
    return null;
  }
  const numbers = versions.map(version => String(version.version));
  const from = parameters.get('from') || numbers.at(-2);
  const to = parameters.get('to') || numbers.at(-1);
  return section('What it was',
    versionTable(versions),
    !isWhole && element('p', { class: 'quiet' }, `Only the first ${versions.length} versions are shown.`),
    from && [choice(id, numbers, from, to), await differences(id, from, to, signal)]);
}

/** The first versions, without what they said. */
async function history(id, signal) {
  const versions = [];
  let cursor = '';
  do {
    const page = await optional(get(`${path(id)}/history`, { cursor }, { signal })) ?? {};
    versions.push(...(page.versions ?? []).map(version => ({ ...version, record: undefined })));
    cursor = page.next_cursor ?? '';
  } while (cursor && versions.length < MOST);
  return { versions, isWhole: !cursor };
}

function path(id) {
  return `/v1/records/${encodeURIComponent(id)}`;
}

function versionTable(versions) {
  return table('Versions', [
    { name: 'Version', numeric: true, value: version => String(version.version) },
    { name: 'From', value: version => instant(version.from) },
    { name: 'Until', value: version => (version.to ? instant(version.to) : 'now') },
    { name: 'Salience', numeric: true, value: version => (version.salience === undefined ? 'not kept' : number(version.salience, 3)) },
    { name: 'Made by', value: version => version.audit?.map(entry => `${entry.actor ?? ''} (${entry.action})`).join(', ') },
  ], versions);
}

function choice(id, numbers, from, to) {
  const submit = event => {
    event.preventDefault();
    const chosen = new FormData(event.target);
    go(href(['record', id], { from: chosen.get('from'), to: chosen.get('to') }));
  };
  return element('form', { class: 'filters', onsubmit: submit },
    field('Compare version', select('from', numbers, from)),
    field('with version', select('to', numbers, to)),
    element('div', { class: 'buttons' }, element('button', { type: 'submit' }, 'Compare')));
}

async function differences(id, from, to, signal) {
  const diff = await optional(get(`${path(id)}/diff`, { from, to }, { signal }), null, [400, 404, 412]);
  if (!diff) {
    return empty('These two versions cannot be compared: one is not kept, or its content was erased.');
  }
  const changes = diff.changes ?? [];
  return changes.length === 0
    ? empty('These two versions are the same.')
    : table(`What differs between version ${from} and version ${to}`, [
      { name: 'Where', value: change => element('code', null, change.path) },
      { name: `Version ${from}`, value: change => jsonValue(change.before) },
      { name: `Version ${to}`, value: change => jsonValue(change.after) },
    ], changes);
}
