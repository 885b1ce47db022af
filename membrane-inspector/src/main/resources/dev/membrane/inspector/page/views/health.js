import { get } from '../api.js';
import { element } from '../element.js';
import { TYPES, instant, number, percent, relative, time } from '../format.js';
import { bar, empty, later, optional, properties, section, table } from '../parts.js';
import { latenciesOf } from '../latencies.js';
import { go, href } from '../router.js';

/** How the memory is: how much there is, what its jobs did, and what goes next. */
export async function render(at, signal) {
  const ask = (path, parameters) => optional(get(path, parameters, { signal }));
  const [scopes, latencies] = await Promise.all([ask('/v1/scopes', { page_size: 100 }), latenciesOf(signal)]);
  // Where there is much they take seconds to count, and would keep the processors from each other.
  const jobs = ask('/v1/jobs');
  const metrics = jobs.then(() => ask('/v1/metrics'));
  return element('div', null,
    element('h1', null, 'Health'),
    element('div', { class: 'buttons' }, element('button', { type: 'button', onclick: () => go(location.hash) }, 'Refresh')),
    later(metrics, found => found ? counts(found.snapshot) : forAdministrators()),
    later(jobs, found => found && work(found)),
    section('Calls', latencies),
    scopes && section('Scopes', scopeTable(scopes)));
}

function work({ queues: waiting, runs: done }) {
  return [
    section('What goes next', pruning(waiting)),
    section('Queues', queues(waiting)),
    section('Jobs', runs(done)),
  ];
}

function forAdministrators() {
  return empty('Counts, queues and jobs are shown to administrators only, and your key is not one of them.');
}

function counts(snapshot) {
  return [
    section('How much there is', amounts(snapshot)),
    section('How it grows and is used', rates(snapshot)),
  ];
}

function amounts(snapshot) {
  return [
    properties(
      ['Records', number(snapshot.total_records)],
      ['With salience left', number(snapshot.active_records)],
      ['Pinned', number(snapshot.pinned_records)],
      ['Audit entries', number(snapshot.total_audit_entries)],
      ['Waiting to be embedded', number(snapshot.embedding_backlog ?? 0)]),
    element('div', { class: 'columns' },
      shares('By type', Object.entries(snapshot.records_by_type).map(([type, count]) => [TYPES[type] ?? type, count])),
      shares('By salience', Object.entries(snapshot.salience_distribution))),
  ];
}

function shares(name, counts) {
  const total = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  return element('div', null,
    element('h3', null, name),
    table(name, [
      { name, value: ([what]) => what },
      { name: 'Records', numeric: true, value: ([, count]) => bar(total === 0 ? 0 : Number(count) / total, number(count)) },
    ], counts));
}

function rates(snapshot) {
  return properties(
    ['Made in the last 24 hours', percent(snapshot.memory_growth_rate, 1)],
    ['Mean salience', number(snapshot.avg_salience)],
    ['Mean confidence', number(snapshot.avg_confidence)],
    ['Reinforced, of all entries of the logs', percent(snapshot.retrieval_usefulness, 1)],
    ['Revised or appended to, of all entries', percent(snapshot.revision_rate, 1)],
    ['Skills succeed', percent(snapshot.competence_success_rate)],
    ['Plans ran', `${number(snapshot.plan_reuse_frequency)} times on average`]);
}

function pruning(all) {
  const queue = all.find(({ name }) => name === 'prune');
  if (!queue || Number(queue.length) === 0) {
    return element('p', null, 'Nothing will be pruned: no record has an end.');
  }
  const due = queue.oldest_due;
  const isNow = Date.parse(due) <= Date.now();
  return element('p', null, isNow
    ? `The next sweep takes what was due ${relative(due)} and since then. `
    : `The next sweep takes nothing: the first record is due ${relative(due)}. `,
  `${number(queue.length)} ${Number(queue.length) === 1 ? 'record' : 'records'} will be pruned one day unless something reinforces them.`);
}

function queues(all) {
  return all.length === 0 ? empty('Nothing waits.') : table('Queues', [
    { name: 'Queue', value: queue => queue.name },
    { name: 'Length', numeric: true, value: queue => number(queue.length) },
    { name: 'First due', value: queue => queue.oldest_due ? time(queue.oldest_due) : '' },
    { name: 'Failures', numeric: true, value: queue => number(queue.failures) },
    { name: 'Tried again', numeric: true, value: queue => number(queue.retried) },
    { name: 'Set aside', value: queue => queue.set_aside ? 'yes' : 'no' },
  ], all);
}

function runs(all) {
  return all.length === 0 ? empty('No job has run yet.') : table('Jobs', [
    { name: 'Job', value: run => run.name },
    { name: 'Last ended', value: run => instant(run.ended_at) },
    { name: 'Took', numeric: true, value: run => `${number(Number(run.seconds) * 1_000, 1)} ms` },
    { name: 'Result', value: run => element('span', { class: `badge ${run.result === 'ok' ? 'good' : 'bad'}` }, run.result) },
  ], all);
}

function scopeTable({ scopes, next_cursor: cursor }) {
  return [
    table('Scopes', [
      { name: 'Scope', value: ({ scope }) => scope ? element('a', { href: href('records', { scope }) }, scope) : 'none: for everybody' },
      { name: 'Records', numeric: true, value: ({ records }) => number(records) },
    ], scopes),
    cursor && element('p', { class: 'quiet' }, 'There are more scopes than these.'),
  ];
}
