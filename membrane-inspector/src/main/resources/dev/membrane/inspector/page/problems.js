import { ApiError } from './api.js';
import { element } from './element.js';
import { go } from './router.js';

/** Says what went wrong, in the words of the server. */
export function problem(failure, further) {
  if (!(failure instanceof ApiError)) {
    console.error(failure);
    return told(['The page has a fault.', String(failure)], further);
  }
  const { status, code, field, message } = failure;
  const where = field && !message.includes(field) ? `${field}: ` : '';
  return told([status === 403 ? 'This key does not allow this.' : 'This did not work.', where + message],
    status > 0 && element('p', { class: 'quiet' }, `${status} ${code}`), further);
}

/** The same in the place of a view, which can be asked for again. */
export function failed(failure) {
  return problem(failure, element('div', { class: 'buttons' },
    element('button', { type: 'button', onclick: () => go(location.hash) }, 'Try again')));
}

function told([what, why], ...further) {
  return element('div', { class: 'error', role: 'alert' },
    element('p', null, element('strong', null, what), ' ', why), further);
}
