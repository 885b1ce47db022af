import { compareNumber, isInteger, isLosslessNumber, LosslessNumber, parse } from 'lossless-json';

export { LosslessNumber } from 'lossless-json';

/** A whole number: a bigint if it is beyond 2^53, where a number would lose digits. */
export type Integer = number | bigint;

/** A number of JSON: one that neither a number nor a bigint can hold comes as its exact text. */
export type JsonNumber = Integer | LosslessNumber;

/** Any JSON, as JavaScript values. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

/** A JSON object, as a plain object; a member that is undefined is none. */
export type JsonObject = { [member: string]: JsonValue | undefined };

/** What is to be written as JSON and is none: what it is, and where, as in `a.b[0]`. */
export class NotJsonError extends TypeError {
  readonly reason: string;
  /** Empty if it is the whole value. */
  readonly path: string;

  constructor(what: string, path: string) {
    const reason = `JSON has no ${what}`;
    super(path ? `${path}: ${reason}` : reason);
    this.reason = reason;
    this.path = path;
  }
}

/** Reads JSON without losing a digit. */
export function parseJson(text: string): JsonValue {
  return parse(text, null, {
    parseNumber: numberOf,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as JsonValue;
}

/**
 * Writes JSON, with bigints and LosslessNumbers as numbers and a Date as its RFC 3339 text. A member
 * that is undefined is left out.
 *
 * @throws TypeError if the value, or something in it, is none that JSON has; RangeError if it contains
 *   itself or is nested too deeply
 */
export function stringifyJson(value: unknown): string {
  return jsonAt('', value);
}

/** The same of a value that is at a path, which is where the path of a NotJsonError begins. */
export function jsonAt(path: string, value: unknown): string {
  const text = written(value, path);
  if (text === undefined) {
    throw new NotJsonError('undefined', path);
  }
  return text;
}

function written(value: unknown, path: string): string | undefined {
  try {
    return writtenAt(path, value);
  } catch (cause) {
    if (cause instanceof RangeError && cause.message.includes('call stack')) {
      throw new RangeError('the value contains itself, or is nested too deeply', { cause });
    }
    throw cause;
  }
}

/** Undefined for what is to be left out. */
function writtenAt(path: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'undefined':
      return undefined;
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'bigint':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) {
        throw new NotJsonError(String(value), path);
      }
      return textOf(value);
    case 'object':
      return value === null ? 'null' : objectAt(path, value);
    default:
      throw new NotJsonError(typeof value, path);
  }
}

function objectAt(path: string, value: object): string | undefined {
  if (isLosslessNumber(value)) {
    return value.toString();
  }
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw new NotJsonError('invalid Date', path);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return writtenAt(path, value.toJSON());
  }
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return writtenAt(path, value.valueOf());
  }
  if (Array.isArray(value)) {
    return arrayAt(path, value);
  }
  // Of a Map, a Set, an Error or a Promise the members would not say what it holds.
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (kind !== 'Object') {
    throw new NotJsonError(kind, path);
  }
  return membersAt(path, value);
}

function arrayAt(path: string, value: unknown[]): string {
  const items = Array.from(value, (item, at) => writtenAt(`${path}[${at}]`, item) ?? 'null');
  return `[${items.join()}]`;
}

function membersAt(path: string, value: object): string {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = writtenAt(path ? `${path}.${name}` : name, member);
    if (text !== undefined) {
      members.push(`${JSON.stringify(name)}:${text}`);
    }
  }
  return `{${members.join()}}`;
}

function numberOf(text: string): JsonNumber {
  const number = Number(text);
  if (isInteger(text)) {
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  return isExact(text, number) ? number : new LosslessNumber(text);
}

/** Whether the number would be written with the same value again. */
function isExact(text: string, number: number): boolean {
  return Number.isFinite(number) && compareNumber(text, textOf(number)) === 0;
}

function textOf(number: number): string {
  return Object.is(number, -0) ? '-0' : String(number);
}
