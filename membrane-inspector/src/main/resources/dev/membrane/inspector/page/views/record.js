import { get, recordBy } from '../api.js';
import { actions } from '../actions.js';
import { checkChain } from '../audit.js';
import { element } from '../element.js';
import { ending } from '../ending.js';
import { duration, number, percent, time, title } from '../format.js';
import { relationsOf } from '../relations.js';
import { bar, optional, properties, rawJson, section, statusBadge, table, typeBadge } from '../parts.js';
import { payloadOf } from '../payload.js';
import { href } from '../router.js';
import { salienceCurve } from '../salience.js';
import { versionsOf } from '../versions.js';

const VERDICTS = {
  kept: ['good', 'as written'],
  altered: ['bad', 'altered'],
  withheld: ['warning', 'not shown to you'],
  unchecked: ['', 'without content'],
};

const FURTHER = {
  competence: ['skills', 'Does this skill work?'],
  plan_graph: ['skills', 'Does this plan work?'],
  episodic: ['episodes', 'What was done, and what did it teach?'],
};

/** One record: what it says, where it comes from, what was done to it, and when it goes. */
export async function render({ path, parameters }, signal) {
  const id = path[1] ?? '';
  const record = await optional(recordBy(id, { signal }), null, [404]);
  return record ? whole(record, parameters, signal) : deleted(id, parameters, signal);
}

async function whole(record, parameters, signal) {
  const now = Date.now();
  const [log, relations, versions] = await Promise.all([
    optional(logOf(record.id, signal)), relationsOf(record, signal), versionsOf(record.id, parameters, signal)]);
  return element('div', null,
    element('p', { class: 'small' }, element('a', { href: href('records') }, 'Records')),
    element('h1', null, title(record)),
    element('p', null, typeBadge(record.type), ' ', statusBadge(record), ' ', element('code', { class: 'quiet' }, record.id)),
    record.payload && actions(record),
    section('What it says', payloadOf(record), further(record)),
    section('About it', about(record)),
    record.lifecycle && section('When it goes', lifetime(record, now)),
    record.payload && section('Where it comes from', relations),
    log && section('What was done to it', await auditLog(record.id, log.entries)),
    versions,
    rawJson(record));
}

/** Of a record that was deleted its log is left; of one that never was, or is hidden, nothing. */
async function deleted(id, parameters, signal) {
  const [{ entries }, versions] = await Promise.all([logOf(id, signal), versionsOf(id, parameters, signal)]);
  return element('div', null,
    element('p', { class: 'small' }, element('a', { href: href('records') }, 'Records')),
    element('h1', null, 'A deleted record'),
    element('p', null, element('code', { class: 'quiet' }, id)),
    element('p', null, versions
      ? 'It was pruned. What it said is kept until the retention of its history ends.'
      : 'What it said is gone from the disk. Its log says who did what, when and why.'),
    section('What was done to it', await auditLog(id, entries)),
    versions);
}

function logOf(id, signal) {
  return get(`/v1/records/${encodeURIComponent(id)}/audit`, {}, { signal });
}

/** Where a view of its own says more of such a record. */
function further({ type, id }) {
  const [view, text] = FURTHER[type] ?? [];
  return view && element('p', null, element('a', { href: href([view, id]) }, text));
}

function about(record) {
  return properties(
    ['Salience now', bar(record.salience, number(record.salience, 3))],
    ['Confidence', percent(record.confidence)],
    ['Scope', record.scope || 'none: for everybody'],
    ['Sensitivity', record.sensitivity],
    ['Tags', record.tags?.join(', ')],
    ['Created', time(record.created_at)],
    ['Changed', time(record.updated_at)],
    ['Made by', record.provenance?.created_by]);
}

function lifetime(record, now) {
  const { decay, last_reinforced_at: reinforced, deletion_policy: policy } = record.lifecycle;
  return [
    element('p', null, ending(record, now).text),
    element('div', { class: 'figure', tabindex: 0, role: 'group', 'aria-label': 'Salience' }, salienceCurve(record, now)),
    properties(
      ['Half of it is gone after', duration(Number(decay.half_life_seconds))],
      ['Curve', decay.curve],
      ['Floor', decay.min_salience && number(decay.min_salience, 3)],
      ['Longest age', decay.max_age_seconds && duration(Number(decay.max_age_seconds))],
      ['Last reinforced', time(reinforced)],
      ['Policy', policy]),
  ];
}

async function auditLog(id, entries) {
  const verdicts = await checkChain(id, entries);
  const rows = entries.map((entry, place) => ({ ...entry, place, verdict: verdicts?.[place] }));
  return [
    element('p', { role: 'status' }, chainText(verdicts)),
    table('Audit log', [
      { name: 'When', value: entry => time(entry.timestamp) },
      { name: 'Action', value: entry => entry.action },
      { name: 'By', value: entry => entry.actor ?? element('span', { class: 'quiet' }, 'withheld') },
      { name: 'Why', value: entry => entry.rationale || element('span', { class: 'quiet' }, 'not said') },
      { name: 'Chain', value: entry => verdictBadge(entry.verdict) },
      { name: 'Hash', value: entry => element('code', { title: entry.hash }, entry.hash.slice(0, 12)) },
    ], rows),
  ];
}

function chainText(verdicts) {
  if (verdicts === null) {
    return 'The chain is not checked here: a browser computes hashes only on this machine or over TLS. Run: membraned verify-audit';
  }
  const altered = verdicts.filter(verdict => verdict === 'altered').length;
  const withheld = verdicts.filter(verdict => verdict === 'withheld').length;
  if (altered > 0) {
    return `The hash chain is broken at ${altered} of ${verdicts.length} entries. Run: membraned verify-audit`;
  }
  if (withheld > 0) {
    return `The hash chain holds, as far as it can be checked from here: of ${withheld} of ${verdicts.length} entries only the hash is told.`;
  }
  return verdicts.includes('unchecked')
    ? 'The hash chain holds, as far as a browser can check it. membraned verify-audit also checks entries without content.'
    : 'The hash chain holds: each entry follows from the one before. membraned verify-audit also compares it with the record.';
}

function verdictBadge(verdict) {
  const [tone, text] = VERDICTS[verdict] ?? ['', 'not checked'];
  return element('span', { class: `badge ${tone}` }, text);
}
