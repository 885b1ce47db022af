import { call, get } from './api.js';
import { status } from './format.js';
import { trustOf } from './trust.js';

const PAGE = 50;
const MOST = 10_000;
/** So many records at most each signal of a search ranks. */
export const COMPARED = 500;
/** Where a filter is the page's own, so many records are looked through before somebody has to ask for more. */
const LOOKED_THROUGH = { pages: 5, size: 500 };

/** Salience is an order of a search, and no filter of a list. */
export function isSearch(parameters) {
  return Boolean(parameters.get('q') || parameters.get('salience'));
}

/** What an address asks for: `{records, next}`, where `next` are the parameters that add the page after it. */
export function recordsOf(parameters, signal) {
  return isSearch(parameters) ? searched(parameters, signal) : listed(parameters, signal);
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

/**
 * The API knows no filter of the status, gives what is in no scope with every scope, and tells that there is something one
 * level above what was asked for.
 */
function isFiltered(parameters) {
  return wantedStatus(parameters) !== null || parameters.has('scope') || parameters.has('sensitivity');
}

function wantedStatus(parameters) {
  const wanted = parameters.get('status');
  return wanted && wanted !== 'all' ? wanted : null;
}

function matching(records, parameters) {
  const wanted = wantedStatus(parameters);
  const { scopes } = trustOf(parameters);
  return records.filter(record =>
    (wanted === null || status(record) === wanted)
    && (scopes.length === 0 || scopes.includes(record.scope))
    && (!parameters.get('sensitivity') || record.payload));
}
