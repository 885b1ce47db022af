import { get } from './api.js';
import { element } from './element.js';
import { SENSITIVITIES } from './format.js';
import { field, input, optional, select } from './parts.js';

const HIGHEST = SENSITIVITIES.at(-1);

/** The trust that an address asks under; without any, all that the key may see. */
export function trustOf(parameters) {
  return { max_sensitivity: parameters.get('sensitivity') || HIGHEST, scopes: scopesOf(parameters) };
}

/** Each is a parameter of its own, since a scope may have blanks and commas. */
function scopesOf(parameters) {
  return parameters.getAll('scope').filter(text => text);
}

/** The fields of a form that narrow the trust. */
export function trustFields(parameters, scopes) {
  const list = element('datalist', { id: 'scopes' }, scopes.map(value => element('option', { value })));
  const chosen = [...scopesOf(parameters), ''].map((scope, place) =>
    field(place === 0 ? 'Scope' : 'Or scope', input('scope', scope, { list: 'scopes', id: `field-scope-${place}` })));
  const sensitivity = select('sensitivity',
    [['', 'all that this key may see'], ...SENSITIVITIES.map(level => [level, `at most ${level}`])],
    parameters.get('sensitivity'));
  return [chosen, list, field('Sensitivity', sensitivity)];
}

/** The scopes that there are, where the key may know that. */
export async function knownScopes(signal) {
  const answer = await optional(get('/v1/scopes', { page_size: 100 }, { signal }), { scopes: [] });
  return answer.scopes.map(({ scope }) => scope).filter(scope => scope);
}

/** What the fields of a form say, without those that are empty. */
export function filled(form) {
  const said = {};
  for (const [name, value] of new FormData(form)) {
    if (value !== '') {
      said[name] = name in said ? [said[name], value].flat() : value;
    }
  }
  return said;
}
