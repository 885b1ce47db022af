import { element } from './element.js';
import { problem } from './problems.js';

/**
 * Asks for a key.
 *
 * @param enter takes the key; fails if the server does not
 * @param reason why the key that was given is not taken; empty: none was given
 */
export function loginForm(enter, reason) {
  const key = element('input', {
    id: 'key', type: 'password', autocomplete: 'off', required: true, spellcheck: 'false', autofocus: true,
  });
  const failures = element('div', { role: 'alert' }, reason && element('p', { class: 'error' }, reason));
  const submit = async event => {
    event.preventDefault();
    failures.replaceChildren();
    try {
      await enter(key.value);
    } catch (failure) {
      failures.replaceChildren(problem(failure));
      key.select();
    }
  };
  return element('section', { class: 'login' },
    element('h1', null, 'Log in'),
    element('p', null, 'You see what the owner of a key may see. The page forgets the key when it is closed or reloaded.'),
    element('p', { class: 'quiet' }, 'Whoever runs the server gives out keys: they are those of its ', element('code', null, 'principals'),
      ', or its ', element('code', null, 'api_key'), '.'),
    !isSecureContext && element('p', { class: 'note' },
      'This page came over plain HTTP: whoever can read the network can read the key.'),
    element('form', { onsubmit: submit },
      element('label', { for: 'key' }, 'Key'),
      key,
      element('button', { type: 'submit', class: 'primary' }, 'Log in')),
    failures);
}
