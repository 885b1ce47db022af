import { ApiError, call } from '../api.js';
import { element } from '../element.js';
import { TYPES } from '../format.js';
import { parse } from '../json.js';
import { field, input, section, select } from '../parts.js';
import { failed, problem } from '../problems.js';
import { go, href } from '../router.js';
import { ranked } from '../ranking.js';
import { filled, knownScopes, trustFields, trustOf } from '../trust.js';

/** Why records are returned, and in this order: one question, or two next to each other. */
export async function render({ parameters }, signal) {
  const [scopes, first] = await Promise.all([knownScopes(signal), answered(parameters, signal)]);
  const second = comparison(parameters);
  const columns = element('div', { class: 'columns' },
    element('div', null, element('h2', null, question(parameters)), first),
    second && element('div', null, element('h2', null, question(second)), await answered(second, signal)));
  return element('div', null,
    element('h1', null, 'Retrieval'),
    element('p', { class: 'quiet' }, 'Ask as an agent would, and see why each record is where it is.'),
    form(parameters, scopes),
    isAsked(parameters) && columns,
    isAsked(parameters) && section('The same as somebody else', otherPrincipal(parameters, columns)));
}

function isAsked(parameters) {
  return parameters.size > 0;
}

function question(parameters) {
  return parameters.get('q') || 'Without a question: by salience';
}

/** The second question: what is said of it, and the first for the rest. */
function comparison(parameters) {
  if (!parameters.get('q2') && !parameters.get('sensitivity2') && !parameters.get('scope2')) {
    return null;
  }
  const second = new URLSearchParams(parameters);
  for (const name of ['q', 'sensitivity', 'scope']) {
    if (parameters.get(`${name}2`)) {
      second.set(name, parameters.get(`${name}2`));
    }
  }
  return second;
}

function form(parameters, scopes) {
  const failures = element('div', { role: 'alert' });
  const submit = event => {
    event.preventDefault();
    try {
      contextOf(context.value || '{}');
      go(href('retrieval', filled(event.target)));
    } catch (failure) {
      failures.replaceChildren(problem(failure));
    }
  };
  const context = input('context', parameters.get('context'), { placeholder: '{"language": "java"}', spellcheck: 'false' });
  const query = field('Question', input('q', parameters.get('q'), { type: 'search' }));
  query.classList.add('wide');
  return element('form', { onsubmit: submit, role: 'search' },
    element('div', { class: 'filters' },
      query,
      field('Type', select('type', [['', 'all'], ...Object.entries(TYPES)], parameters.get('type'))),
      trustFields(parameters, scopes),
      field('Context', context),
      field('At most', input('limit', parameters.get('limit') ?? '10', { type: 'number', min: 1, max: 200 })),
      checkbox('matching', 'only what matches', parameters.get('matching') === 'yes')),
    element('details', { open: comparison(parameters) !== null },
      element('summary', null, 'Compare with another question or another trust'),
      element('div', { class: 'filters' },
        field('Other question', input('q2', parameters.get('q2'), { type: 'search' })),
        field('Other scope', input('scope2', parameters.get('scope2'), { list: 'scopes' })),
        field('Other sensitivity', input('sensitivity2', parameters.get('sensitivity2'), { placeholder: 'low' })))),
    failures,
    element('div', { class: 'buttons' }, element('button', { type: 'submit', class: 'primary' }, 'Ask')));
}

function checkbox(name, text, checked) {
  return element('label', { class: 'check' }, element('input', { type: 'checkbox', name, value: 'yes', checked }), text);
}

/** The form stays when a question fails, so that nobody types it again. */
async function answered(parameters, signal) {
  try {
    return await asked(parameters, signal);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status !== 401) {
      return failed(failure);
    }
    throw failure;
  }
}

async function asked(parameters, signal, otherKey) {
  if (!isAsked(parameters)) {
    return null;
  }
  return ranked(await call('retrieve', requestOf(parameters), { signal, otherKey }));
}

function requestOf(parameters) {
  const context = parameters.get('context');
  return {
    task_descriptor: parameters.get('q') ?? '',
    trust: trustOf(parameters),
    memory_types: parameters.getAll('type'),
    limit: Number(parameters.get('limit') ?? 10),
    matching_only: parameters.get('matching') === 'yes',
    explain: true,
    ...(context ? { context: contextOf(context) } : {}),
  };
}

function contextOf(text) {
  try {
    return parse(text);
  } catch (failure) {
    throw new ApiError(0, 'INVALID_ARGUMENT', `The context is not JSON: ${failure.message}`, 'context');
  }
}

/** Another key is asked for here and used once; it is kept nowhere. */
function otherPrincipal(parameters, columns) {
  const key = input('other-key', '', { type: 'password', required: true, spellcheck: 'false' });
  const failures = element('div', { role: 'alert' });
  const submit = async event => {
    event.preventDefault();
    try {
      const answer = await asked(parameters, undefined, key.value);
      key.value = '';
      failures.replaceChildren();
      columns.replaceChildren(columns.firstChild,
        element('div', null, element('h2', null, 'As the owner of the other key'), answer));
    } catch (failure) {
      failures.replaceChildren(problem(failure));
    }
  };
  return element('form', { class: 'filters', onsubmit: submit },
    field('Key of another principal', key), element('button', { type: 'submit' }, 'Ask with it'), failures);
}
