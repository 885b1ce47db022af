import { ApiError } from './api.js';
import { element } from './element.js';
import { TYPES, number, plain, shortId, status, time, title } from './format.js';
import { pretty } from './json.js';
import { failed } from './problems.js';
import { href } from './router.js';

/** What an answer gives, or something else where it fails with one of these; other failures go on. */
export async function optional(answer, otherwise = null, failures = [403, 404, 501]) {
  try {
    return await answer;
  } catch (failure) {
    if (failure instanceof ApiError && failures.includes(failure.status)) {
      return otherwise;
    }
    throw failure;
  }
}

/** A place that is filled when its answer arrives, so that a slow one keeps no other waiting. */
export function later(answer, show) {
  const place = element('div', { 'aria-busy': 'true' }, element('p', { class: 'quiet' }, 'Loading…'));
  answer.then(show, failure => failure.name !== 'AbortError' && failed(failure)).then(shown => {
    place.replaceChildren(element('div', null, shown));
    place.removeAttribute('aria-busy');
  });
  return place;
}

export function section(name, ...children) {
  const id = `section-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  return element('section', { 'aria-labelledby': id }, element('h2', { id }, name), children);
}

/** Names and values. Pairs whose value is null, undefined or empty are left out. */
export function properties(...pairs) {
  return element('dl', { class: 'properties' },
    pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => element('div', null, element('dt', null, name), element('dd', null, value))));
}

/**
 * A table that becomes a list of cards where there is little room.
 *
 * @param columns `{name, value(row), numeric}`; `value` gives a node or a text
 */
export function table(caption, columns, rows) {
  return element('table', null,
    element('caption', { class: 'unseen' }, caption),
    element('thead', null, element('tr', null,
      columns.map(({ name, numeric }) => element('th', { scope: 'col', class: numeric && 'numeric' }, name)))),
    element('tbody', null, rows.map(row => element('tr', null,
      columns.map(({ name, value, numeric }) =>
        element('td', { 'data-name': name, class: numeric && 'numeric' }, value(row)))))));
}

export function typeBadge(type) {
  return element('span', { class: `badge ${type}` }, TYPES[type] ?? type);
}

/** What became of a record; nothing for one that holds. */
export function statusBadge(record) {
  const is = status(record);
  return is === 'active' ? null : element('span', { class: 'badge warning' }, is);
}

/** A share between 0 and 1 as a bar, with its number. */
export function bar(value, label) {
  const share = Math.min(1, Math.max(0, Number(value)));
  return element('span', { class: 'bar-cell' },
    element('span', { class: 'bar-track', 'aria-hidden': 'true' },
      element('span', { class: 'bar-value', css: { '--share': share } })),
    element('span', { class: 'bar-number', title: String(value) }, label ?? number(value)));
}

export function recordLink(record) {
  return element('a', { href: href(['record', record.id]), class: 'title' }, title(record));
}

export function idLink(id, text) {
  return element('a', { href: href(['record', id]), title: id }, text ?? shortId(id));
}

/** The records of a list, one a row. */
export function recordTable(caption, records, extra = []) {
  return table(caption, [
    ...extra,
    { name: 'What it says', value: record => [typeBadge(record.type), ' ', recordLink(record), ' ', statusBadge(record)] },
    { name: 'Scope', value: record => record.scope || element('span', { class: 'quiet' }, 'none') },
    { name: 'Sensitivity', value: record => record.sensitivity },
    { name: 'Salience', numeric: true, value: record => bar(record.salience) },
    { name: 'Confidence', numeric: true, value: record => number(record.confidence) },
    { name: 'Changed', value: record => time(record.updated_at) },
  ], records);
}

/** A longer text has a box of its own that can be scrolled. */
const LONG = 500;

/** Free-form JSON: short values in their line, others as they are indented. */
export function jsonValue(value) {
  if (value === undefined || value === null) {
    return element('span', { class: 'quiet' }, 'nothing');
  }
  const line = plain(value);
  const isShort = typeof value === 'object' && value.text === undefined ? line.length < 60 : line.length < LONG;
  return isShort ? element('code', null, line) : element('pre', { tabindex: 0 }, typeof value === 'string' ? value : pretty(value));
}

/** JSON that is folded away. */
export function rawJson(value, name = 'Raw JSON') {
  return element('details', { class: 'raw' }, element('summary', null, name), element('pre', { tabindex: 0 }, pretty(value)));
}

/** A field of a form with its label. */
export function field(label, control, hint) {
  const id = control.id || `field-${label.toLowerCase().replace(/[^a-z]+/g, '-')}`;
  control.id = id;
  return element('div', { class: 'field' },
    element('label', { for: id }, label), control, hint && element('small', { class: 'quiet' }, hint));
}

/** A choice. Options are texts, or pairs of a value and its text. */
export function select(name, options, chosen) {
  return element('select', { name }, options.map(option => {
    const [value, text] = [option].flat();
    return element('option', { value, selected: value === (chosen ?? '') }, text ?? value);
  }));
}

export function input(name, value, attributes = {}) {
  return element('input', { name, value: value ?? '', autocomplete: 'off', ...attributes });
}

/** In the place of a view of other records. */
export function otherKind(record, expected) {
  return element('div', null,
    element('h1', null, title(record)),
    element('p', null, `This is no ${expected}, but a ${TYPES[record.type] ?? record.type}. `,
      element('a', { href: href(['record', record.id]) }, 'Its record')));
}

export function empty(...children) {
  return element('p', { class: 'empty' }, children);
}

/** The way to what comes after a page of a list. */
export function nextPage(address, text = 'Next page') {
  return element('p', { class: 'buttons' }, element('a', { href: address, rel: 'next' }, text));
}
