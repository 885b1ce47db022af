import { call, remove } from './api.js';
import { ask } from './dialog.js';
import { element } from './element.js';
import { status } from './format.js';
import { pretty, parse } from './json.js';
import { field, input } from './parts.js';
import { href } from './router.js';

/** Who acts where the server knows no principals. */
const ACTOR = 'inspector';

/** What was done stays as it was: episodes cannot be revised. */
const REVISABLE = ['semantic', 'competence', 'plan_graph', 'working'];

/** What somebody can do to a record: each asks why, and says what will happen before it does. */
const ACTIONS = [
  {
    name: 'Reinforce',
    says: 'It mattered: its salience rises by its gain, to 1 at most.',
    done: 'Reinforced',
    run: ({ id }, { rationale }) => call('reinforce', { id, rationale, actor: ACTOR }),
  },
  {
    name: 'Penalise',
    says: 'It was of no use: its salience falls.',
    done: 'Penalised',
    fields: () => [field('By how much', input('amount', '0.1', { type: 'number', min: 0, max: 1, step: 'any', required: true }))],
    run: ({ id }, { rationale, amount }) => call('penalize', { id, rationale, amount: Number(amount), actor: ACTOR }),
  },
  {
    name: 'Contest',
    says: 'Something speaks against it. It stays, and is marked as contested.',
    done: 'Contested',
    types: ['semantic'],
    fields: () => [field('What speaks against it', input('contesting_ref', '', { required: true }), 'the id of a record, or a reference')],
    run: ({ id }, { rationale, contesting_ref }) => call('contest', { id, rationale, contesting_ref, actor: ACTOR }),
  },
  {
    name: 'Supersede',
    says: 'A new record takes its place; this one is taken back and leads to the new one.',
    done: 'Superseded',
    types: REVISABLE,
    fields: record => [field('The new payload, as JSON', element('textarea', { name: 'payload', rows: 12, spellcheck: 'false', required: true },
      pretty(content(record.payload))),
    record.type === 'semantic' && 'Without evidence of its own, the reason is its evidence.')],
    run: supersede,
    leadsTo: ({ record }) => href(['record', record.id]),
  },
  {
    name: 'Retract',
    says: 'It is wrong: nobody is told it any more. The log keeps that it was there.',
    done: 'Retracted',
    types: REVISABLE,
    danger: true,
    run: ({ id }, { rationale }) => call('retract', { id, rationale, actor: ACTOR }),
  },
  {
    name: 'Delete',
    says: 'All that it says itself is removed from the disk for good, and its log stays. This cannot be undone.',
    done: 'Deleted',
    further: ({ type, lifecycle }) => [
      type === 'episodic'
        && 'What was learned from it (facts, skills, plans) stays, and so do other records of the same run.'
        + ' An administrator removes what was learned, too, by POST /v1/erase with this id instead. ',
      lifecycle.deletion_policy === 'never'
        && 'Its policy forbids this: only an administrator can delete it, by DELETE /v1/records/{id}?override_policy=true.',
    ],
    danger: true,
    run: ({ id }, { rationale }) => remove(id, { reason: rationale }),
  },
];

/** The buttons of a record, each of which opens a dialog. */
export function actions(record) {
  const isGone = ['retracted', 'superseded'].includes(status(record));
  const possible = ACTIONS.filter(({ name, types }) =>
    (!types || types.includes(record.type)) && (!isGone || name === 'Delete'));
  return element('div', { class: 'buttons' },
    possible.map(action => element('button', { type: 'button', onclick: () => ask(action, record) }, `${action.name}…`)));
}

/** What a successor may take over: what spoke for the old record does not speak for the new one. */
function content({ revision, evidence, ...payload }) {
  return payload;
}

function supersede(record, { rationale, payload }) {
  const { type, scope, sensitivity, tags } = record;
  return call('supersede', {
    old_id: record.id,
    new_record: { type, scope, sensitivity, tags, payload: withEvidence(type, read(payload), rationale) },
    rationale,
    actor: ACTOR,
  });
}

function withEvidence(type, payload, rationale) {
  return type !== 'semantic' || payload?.evidence?.length > 0
    ? payload
    : { ...payload, evidence: [{ source_type: 'observation', source_id: rationale, timestamp: new Date().toISOString() }] };
}

function read(text) {
  try {
    return parse(text);
  } catch (failure) {
    throw new Error(`The new payload is not JSON: ${failure.message}`);
  }
}
