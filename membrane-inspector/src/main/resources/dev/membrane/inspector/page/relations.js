import { get, recordBy } from './api.js';
import { element } from './element.js';
import { layeredGraph } from './graph.js';
import { TYPES, isId, shortId, shortened, time, title } from './format.js';
import { empty, idLink, optional, table } from './parts.js';
import { href } from './router.js';

/** So many neighbours are named in the drawing; each of them is a call. */
const MAX_NAMED = 16;

/** Where a record comes from and what it is tied to: a graph to walk, and the sources as a list. */
export async function relationsOf(record, signal) {
  const answer = await optional(get(`/v1/records/${record.id}/relations`, { page_size: 100 }, { signal }), { relations: [] });
  const ties = distinct([...answer.relations.map(tieOf), ...sourceTies(record), ...revisionTies(record)]);
  const names = await namesOf(ties, record, signal);
  return [
    ties.length > 0
      ? drawn(record, ties, names)
      : empty('No other record is tied to it.'),
    sources(record.provenance?.sources ?? [], names),
  ];
}

function tieOf({ source_id: from, target_id: to, predicate }) {
  return { from, to, label: predicate.replaceAll('_', ' ') };
}

/** A source that is a record: the one here was made of it. */
function sourceTies(record) {
  return (record.provenance?.sources ?? [])
    .filter(({ ref, kind }) => isId(ref) && ref !== record.id && kind !== 'tool_call')
    .map(({ ref, kind }) => ({ from: record.id, to: ref, label: `made from ${kind.replaceAll('_', ' ')}` }));
}

function revisionTies(record) {
  const { supersedes, superseded_by: by } = record.payload?.revision ?? {};
  return [
    supersedes && { from: record.id, to: supersedes, label: 'supersedes' },
    by && { from: by, to: record.id, label: 'supersedes' },
  ].filter(tie => tie);
}

function distinct(ties) {
  return [...new Map(ties.map(tie => [`${tie.from} ${tie.label} ${tie.to}`, tie])).values()];
}

/** The records at the other ends, by their ids; those that the key may not see are not there. */
async function namesOf(ties, record, signal) {
  const ids = [...new Set(ties.flatMap(({ from, to }) => [from, to]))].filter(id => id !== record.id);
  const found = await Promise.all(ids.slice(0, MAX_NAMED)
    .map(id => optional(recordBy(id, { signal }))));
  return new Map(found.filter(one => one).map(one => [one.id, one]));
}

function drawn(record, ties, names) {
  const ids = [...new Set([record.id, ...ties.flatMap(({ from, to }) => [from, to])])];
  const nodes = ids.map(id => node(id, id === record.id ? record : names.get(id), id === record.id));
  const edges = ties.map(({ from, to, label }) => ({ from, to, kind: 'relation', label }));
  return layeredGraph({ nodes, edges }, 'Records that this one is tied to');
}

function node(id, record, isCurrent) {
  return {
    id,
    label: record ? shortened(title(record), 60) : 'A record',
    detail: `${record ? TYPES[record.type] : 'not shown'} …${shortId(id)}`,
    href: isCurrent ? undefined : href(['record', id]),
    tone: isCurrent ? 'current' : record ? undefined : 'quiet',
  };
}

function sources(all, names) {
  return all.length > 0 && table('Sources', [
    { name: 'Source', value: source => source.kind },
    { name: 'Reference', value: ({ ref }) => names.has(ref) ? idLink(ref, shortened(title(names.get(ref)), 80)) : element('code', null, ref) },
    { name: 'By', value: source => source.created_by ?? '' },
    { name: 'When', value: source => source.timestamp ? time(source.timestamp) : '' },
  ], all);
}
