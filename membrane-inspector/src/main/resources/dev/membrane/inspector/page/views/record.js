import { recordBy } from '../api.js';
import { actions } from '../actions.js';
import { element } from '../element.js';
import { ending } from '../ending.js';
import { duration, number, percent, time, title } from '../format.js';
import { deleted, logOf } from '../gone.js';
import { auditLog } from '../log.js';
import { relationsOf } from '../relations.js';
import { bar, optional, properties, rawJson, section, statusBadge, typeBadge } from '../parts.js';
import { payloadOf } from '../payload.js';
import { href } from '../router.js';
import { salienceCurve } from '../salience.js';
import { versionsOf } from '../versions.js';

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
    Number(record.salience) > 0
      && element('div', { class: 'figure', tabindex: 0, role: 'group', 'aria-label': 'Salience' }, salienceCurve(record, now)),
    properties(
      ['Half of it is gone after', duration(Number(decay.half_life_seconds))],
      ['Curve', decay.curve],
      ['Floor', decay.min_salience && number(decay.min_salience, 3)],
      ['Longest age', decay.max_age_seconds && duration(Number(decay.max_age_seconds))],
      ['Last reinforced', time(reinforced)],
      ['Policy', policy]),
  ];
}
