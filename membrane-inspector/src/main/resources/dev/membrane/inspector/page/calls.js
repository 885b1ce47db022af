import { isLoggedIn } from './api.js';
import { element } from './element.js';

/** The calls of a view as commands for a shell. */
export function callsPanel(calls) {
  if (calls.length === 0) {
    return element('span', null);
  }
  return element('details', { class: 'raw' },
    element('summary', null, `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} made for this view, as curl`),
    element('ol', null, calls.map(made => element('li', null,
      element('span', { class: 'quiet' }, `${made.status || 'failed'} · ${Math.round(made.millis)} ms`),
      element('pre', { tabindex: 0 }, curl(made))))));
}

/** The same call for a shell. The key is a variable, so that it can be shown. */
function curl({ method, path, body }) {
  const words = ['curl'];
  if (isLoggedIn()) {
    words.push('-H "Authorization: Bearer $MEMBRANE_CLIENT_KEY"');
  }
  if (body !== undefined) {
    words.push(`--json ${quoted(JSON.stringify(body))}`);
  } else if (method !== 'GET') {
    words.push(`-X ${method}`);
  }
  return [...words, quoted(location.origin + path)].join(' ');
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
