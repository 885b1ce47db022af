import { element } from './element.js';
import { title } from './format.js';
import { field, input } from './parts.js';
import { problem } from './problems.js';
import { go } from './router.js';
import { say } from './said.js';

/** Says what an action will do to a record, asks why, and does it. */
export function ask(action, record) {
  const fields = element('fieldset', null,
    element('h2', { id: 'dialog-title' }, `${action.name} this record?`),
    element('p', { class: 'quiet' }, title(record)),
    element('p', null, action.says),
    element('p', null, action.further?.(record)),
    action.fields?.(record),
    field('Why', input('rationale', '', { required: true, pattern: '.*\\S.*', title: 'A reason, and not blanks alone' }),
      'It is kept in the audit log. Needs the permission revise.'),
    element('div', { class: 'buttons' },
      element('button', { type: 'submit', class: action.danger ? 'danger' : 'primary' }, action.name),
      element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')));
  const progress = element('p', { class: 'quiet', role: 'status' });
  const failures = element('div', { role: 'alert' });
  const submit = event => {
    event.preventDefault();
    act(action, record, { form: event.target, button: event.submitter, dialog, fields, progress, failures });
  };
  // What is under way cannot be taken back: its dialog stays, whatever key or gesture closes it, to say how it ended.
  const dialog = element('dialog', {
    'aria-labelledby': 'dialog-title',
    oncancel: event => fields.disabled && event.preventDefault(),
    onclose: () => fields.disabled ? dialog.showModal() : dialog.remove(),
  }, element('form', { onsubmit: submit }, fields, progress, failures));
  document.body.append(dialog);
  dialog.showModal();
}

async function act(action, record, { form, button, dialog, fields, progress, failures }) {
  const address = location.hash;
  const entered = Object.fromEntries(new FormData(form));
  failures.replaceChildren();
  progress.textContent = 'Working…';
  fields.disabled = true;
  try {
    const answer = await action.run(record, entered);
    fields.disabled = false;
    dialog.close();
    say(`${action.done}: ${title(record)}`);
    go(location.hash === address ? action.leadsTo?.(answer) ?? address : location.hash);
  } catch (failure) {
    fields.disabled = false;
    failures.replaceChildren(failure.status === undefined ? element('p', { class: 'error' }, failure.message) : problem(failure));
    button.focus();
  } finally {
    progress.textContent = '';
  }
}
