import { callsPanel } from './calls.js';
import { ApiError, forgetCalls, get, isLoggedIn, logIn, watchCalls } from './api.js';
import { element } from './element.js';
import { loginForm } from './login.js';
import { leavePlace, findPlace } from './places.js';
import { failed } from './problems.js';
import { go, href, route, wasFollowed } from './router.js';
import { said } from './said.js';
import * as episodes from './views/episodes.js';
import * as health from './views/health.js';
import * as record from './views/record.js';
import * as records from './views/records.js';
import * as retrieval from './views/retrieval.js';
import * as skills from './views/skills.js';

const VIEWS = [
  { path: 'records', name: 'Records', view: records },
  { path: 'retrieval', name: 'Retrieval', view: retrieval },
  { path: 'skills', name: 'Skills and plans', view: skills },
  { path: 'episodes', name: 'Episodes', view: episodes },
  { path: 'health', name: 'Health', view: health },
];
const SLOW_MILLIS = 200;

const content = document.getElementById('content');
let running = new AbortController();

function navigation(current) {
  return VIEWS.map(({ path, name }) =>
    element('a', { href: `#/${path}`, 'aria-current': path === current && 'page' }, name));
}

/** A record has an address of its own, and belongs to the records. */
function viewOf(name) {
  return name === 'record' ? record : VIEWS.find(({ path }) => path === name)?.view;
}

async function show() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const at = route();
  const address = location.hash;
  const isNew = wasFollowed();
  if (!content.hasAttribute('aria-busy')) {
    leavePlace(content.dataset.address);
  }
  const name = at.path[0] ?? 'records';
  document.getElementById('views').replaceChildren(...navigation(name === 'record' ? 'records' : name));
  forgetCalls();
  content.setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => place([element('p', { class: 'quiet' }, 'Loading…')]), SLOW_MILLIS);
  const shown = await nodes(name, at, signal);
  clearTimeout(slow);
  if (!signal.aborted) {
    place(shown);
    arrive(address, isNew);
  }
}

async function nodes(name, at, signal) {
  const view = viewOf(name);
  if (!view) {
    return [element('h1', null, 'There is no such view'),
      element('p', null, 'The address is wrong. ', element('a', { href: href('records') }, 'Show all records'))];
  }
  try {
    return [await view.render(at, signal)];
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 401
      ? [loginForm(enter, refused())]
      : [element('h1', null, 'This cannot be shown'), failed(failure)];
  }
}

/** Forgets a key that is no longer taken; answers what to say of it. */
function refused() {
  const reason = isLoggedIn() ? 'The server no longer takes this key.' : '';
  logIn(null);
  session();
  return reason;
}

function place(shown) {
  content.replaceChildren(...shown);
}

/** Who uses a screen reader or the keyboard goes on from the heading, or from the one field that there is to fill. */
function arrive(address, isNew) {
  content.removeAttribute('aria-busy');
  content.dataset.address = address;
  const heading = content.querySelector('h1');
  document.title = heading ? `${heading.textContent} · Membrane` : 'Membrane inspector';
  if (!content.contains(document.activeElement)) {
    (content.querySelector('[autofocus]') ?? content).focus({ preventScroll: true });
  }
  document.getElementById('said').textContent = said();
  findPlace(address, isNew);
}

async function enter(key) {
  logIn(key);
  try {
    await get('/v1/records', { page_size: 1 });
  } catch (failure) {
    if (failure.status !== 403) {
      logIn(null);
      throw failure;
    }
    // The key is known. Whoever may not read records may see how the memory is.
    session();
    go(href('health'));
    return;
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
