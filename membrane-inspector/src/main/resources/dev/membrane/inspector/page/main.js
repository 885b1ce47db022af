import { ApiError, forgetCalls, get, isLoggedIn, logIn, watchCalls } from './api.js';
import { element } from './element.js';
import { loginForm } from './login.js';
import { callsPanel, problem } from './parts.js';
import { route } from './router.js';

const VIEWS = [
  { path: 'records', name: 'Records', module: () => import('./views/records.js') },
  { path: 'retrieval', name: 'Retrieval', module: () => import('./views/retrieval.js') },
  { path: 'skills', name: 'Skills and plans', module: () => import('./views/skills.js') },
  { path: 'episodes', name: 'Episodes', module: () => import('./views/episodes.js') },
  { path: 'health', name: 'Health', module: () => import('./views/health.js') },
];
const SLOW_MILLIS = 200;

const content = document.getElementById('content');
let running = new AbortController();

function navigation(current) {
  return VIEWS.map(({ path, name }) =>
    element('a', { href: `#/${path}`, 'aria-current': path === current && 'page' }, name));
}

/** A record has an address of its own, and belongs to the records. */
async function viewOf(name) {
  if (name === 'record') {
    return import('./views/record.js');
  }
  return (VIEWS.find(({ path }) => path === name) ?? VIEWS[0]).module();
}

async function show() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const at = route();
  const address = location.hash;
  const name = at.path[0] ?? 'records';
  document.getElementById('views').replaceChildren(...navigation(name === 'record' ? 'records' : name));
  forgetCalls();
  content.setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => place([element('p', { class: 'quiet' }, 'Loading…')]), SLOW_MILLIS);
  const shown = await nodes(name, at, signal);
  clearTimeout(slow);
  if (!signal.aborted) {
    place(shown);
    arrive(address);
  }
}

async function nodes(name, at, signal) {
  try {
    const view = await viewOf(name);
    return [await view.render(at, signal)];
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 401
      ? [loginForm(enter, isLoggedIn() ? failure.message : '')]
      : [element('h1', null, 'This cannot be shown'), problem(failure)];
  }
}

function place(shown) {
  content.replaceChildren(...shown);
}

/** Who uses a screen reader or the keyboard goes on from the heading. */
function arrive(address) {
  content.removeAttribute('aria-busy');
  content.dataset.address = address;
  const heading = content.querySelector('h1');
  document.title = heading ? `${heading.textContent} · Membrane` : 'Membrane inspector';
  if (!content.contains(document.activeElement)) {
    content.focus({ preventScroll: true });
  }
}

async function enter(key) {
  logIn(key);
  try {
    await get('/v1/records', { page_size: 1 });
  } catch (failure) {
    if (failure.status === 401) {
      logIn(null);
    }
    session();
    throw failure;
  }
  session();
  show();
}

function session() {
  const leave = () => {
    logIn(null);
    session();
    show();
  };
  document.getElementById('session').replaceChildren(
    ...(isLoggedIn() ? [element('button', { type: 'button', onclick: leave }, 'Log out')] : []));
}

document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  content.focus();
});
watchCalls(calls => document.getElementById('calls').replaceChildren(callsPanel(calls)));
addEventListener('hashchange', show);
show();
