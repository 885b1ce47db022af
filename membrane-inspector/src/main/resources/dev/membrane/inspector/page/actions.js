import { call, remove } from './api.js';
import { element } from './element.js';
import { status } from './format.js';
import { pretty, parse } from './json.js';
import { field, input, problem } from './parts.js';
import { go, href } from './router.js';

/** Who acts where the server knows no principals. */
const ACTOR = 'inspector';

/** What somebody can do to a record: each asks why, and says what will happen before it does. */
const ACTIONS = [
  {
    name: 'Reinforce',
    says: 'It mattered: its salience rises by its gain, to 1 at most.',
    run: ({ id }, { rationale }) => call('reinforce', { id, rationale, actor: ACTOR }),
  },
  {
    name: 'Penalise',
    says: 'It was of no use: its salience falls.',
    fields: () => [field('By how much', input('amount', '0.1', { type: 'number', min: 0, max: 1, step: 'any', required: true }))],
    run: ({ id }, { rationale, amount }) => call('penalize', { id, rationale, amount: Number(amount), actor: ACTOR }),
  },
  {
    name: 'Contest',
    says: 'Something speaks against it. It stays, and is marked as contested.',
    types: ['semantic'],
    fields: () => [field('What speaks against it', input('contesting_ref', '', { required: true }), 'the id of a record, or a reference')],
    run: ({ id }, { rationale, contesting_ref }) => call('contest', { id, rationale, contesting_ref, actor: ACTOR }),
  },
  {
    name: 'Supersede',
    says: 'A new record takes its place; this one is taken back and leads to the new one.',
    fields: record => [field('The new payload, as JSON', element('textarea', { name: 'payload', rows: 12, spellcheck: 'false', required: true },
      pretty(withoutRevision(record.payload))))],
    run: supersede,
    leadsTo: ({ record }) => href(['record', record.id]),
  },
  {
    name: 'Retract',
    says: 'It is wrong: nobody is told it any more. The log keeps that it was there.',
    danger: true,
    run: ({ id }, { rationale }) => call('retract', { id, rationale, actor: ACTOR }),
  },
  {
    name: 'Delete',
    says: 'All that it says is removed from the disk for good. Only its log stays. This cannot be undone.',
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

function withoutRevision({ revision, ...payload }) {
  return payload;
}

function supersede(record, { rationale, payload }) {
  const { type, scope, sensitivity, tags } = record;
  return call('supersede', {
    old_id: record.id,
    new_record: { type, scope, sensitivity, tags, payload: read(payload) },
    rationale,
    actor: ACTOR,
  });
}

function read(text) {
  try {
    return parse(text);
  } catch (failure) {
    throw new Error(`The new payload is not JSON: ${failure.message}`);
  }
}

function ask(action, record) {
  const failures = element('div', { role: 'alert' });
  const dialog = element('dialog', { 'aria-labelledby': 'dialog-title', onclose: () => dialog.remove() },
    element('form', { onsubmit: event => act(event, action, record, dialog, failures) },
      element('h2', { id: 'dialog-title' }, `${action.name} this record?`),
      element('p', null, action.says),
      action.fields?.(record),
      field('Why', input('rationale', '', { required: true }), 'It is kept in the audit log.'),
      failures,
      element('div', { class: 'buttons' },
        element('button', { type: 'submit', class: action.danger ? 'danger' : 'primary' }, action.name),
        element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'))));
  document.body.append(dialog);
  dialog.showModal();
}

async function act(event, action, record, dialog, failures) {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  try {
    const answer = await action.run(record, Object.fromEntries(new FormData(event.target)));
    dialog.close();
    go(action.leadsTo?.(answer) ?? location.hash);
  } catch (failure) {
    failures.replaceChildren(failure.status === undefined ? element('p', { class: 'error' }, failure.message) : problem(failure));
    button.disabled = false;
  }
}
