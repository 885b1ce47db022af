import { isId } from './format.js';
import { parse } from './json.js';
import { admitted } from './patience.js';

/** The key of who looks. It is in the memory of this page only, and is gone with it. */
let key = null;

/** The calls that the view has made, newest last: `{method, path, body, status, millis}`. */
const calls = [];
const watchers = new Set();

/** A call that failed. `status` is 0 where the server was not reached. */
export class ApiError extends Error {
  constructor(status, code, message, field) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

export function logIn(withKey) {
  requireAscii(withKey);
  key = withKey || null;
}

function requireAscii(withKey) {
  if (/[^\x20-\x7e]/.test(withKey ?? '')) {
    throw new ApiError(0, 'INVALID_ARGUMENT', 'No header can carry this key: it has characters beyond ASCII.');
  }
}

export function isLoggedIn() {
  return key !== null;
}

/** Notifies somebody of each call, and of an empty list when a view begins. */
export function watchCalls(watcher) {
  watchers.add(watcher);
}

export function forgetCalls() {
  calls.length = 0;
  tell();
}

function tell() {
  watchers.forEach(watcher => watcher(calls));
}

/**
 * Asks for what is there.
 *
 * @param parameters a list is given once for each of its values; empty ones are left out
 */
export function get(path, parameters = {}, options = {}) {
  return send('GET', path + query(parameters), undefined, options);
}

/** One record, as the key may see it. A path would lead elsewhere by what is no id, such as two dots. */
export async function recordBy(id, options = {}) {
  if (!isId(id)) {
    throw new ApiError(0, 'INVALID_ARGUMENT', `“${id}” is no id of a record.`);
  }
  return (await get(`/v1/records/${encodeURIComponent(id)}`, {}, options)).record;
}

/** Calls a method of the service, such as `retrieve`. */
export function call(name, body, options = {}) {
  return send('POST', `/v1/${name}`, body, options);
}

/** Deletes a record. */
export function remove(id, parameters) {
  return send('DELETE', `/v1/records/${encodeURIComponent(id)}${query(parameters)}`, undefined, {});
}

function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    [value].flat().filter(isGiven).forEach(one => search.append(name, one));
  }
  const text = search.toString();
  return text && `?${text}`;
}

function isGiven(value) {
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** A page of text that is no part of the API. */
export function text(path, options = {}) {
  return send('GET', path, undefined, { ...options, read: page => page });
}

async function send(method, path, body, { signal, otherKey, read = parsed }) {
  requireAscii(otherKey);
  const made = { method, path, body, status: 0, millis: 0 };
  calls.push(made);
  const begin = performance.now();
  try {
    const response = await admitted(method, signal, () => reached(fetch(path, requestOf(method, body, signal, otherKey ?? key))));
    const said = await response.text();
    made.status = response.status;
    return answer(response, said, read);
  } finally {
    made.millis = performance.now() - begin;
    tell();
  }
}

function requestOf(method, body, signal, withKey) {
  const headers = {};
  if (withKey) {
    headers.authorization = `Bearer ${withKey}`;
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  const text = body === undefined ? undefined : JSON.stringify(body);
  return { method, headers, body: text, signal, cache: 'no-store', credentials: 'omit' };
}

async function reached(response) {
  try {
    return await response;
  } catch (failure) {
    throw failure.name === 'AbortError'
      ? failure
      : new ApiError(0, 'UNAVAILABLE', 'The server cannot be reached. Is it still running?');
  }
}

function answer(response, said, read) {
  if (!response.ok) {
    throw failureOf(response, said);
  }
  return read(said);
}

function failureOf(response, said) {
  try {
    const { code = '', message = response.statusText, field } = parse(said);
    return new ApiError(response.status, code, message, field);
  } catch {
    // Whoever stands between the page and the server may answer in another form.
    return new ApiError(response.status, '', response.statusText);
  }
}

function parsed(said) {
  try {
    return parse(said || '{}');
  } catch {
    throw new ApiError(0, 'INTERNAL', 'The answer is not JSON.');
  }
}
