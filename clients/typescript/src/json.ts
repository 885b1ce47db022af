import { compareNumber, isInteger, LosslessNumber, parse, stringify } from 'lossless-json';

export { LosslessNumber } from 'lossless-json';

/** A whole number: a bigint if it is beyond 2^53, where a number would lose digits. */
export type Integer = number | bigint;

/** A number of JSON: one that neither a number nor a bigint can hold comes as its exact text. */
export type JsonNumber = Integer | LosslessNumber;

/** Any JSON, as JavaScript values. */
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

/** A JSON object, as a plain object; a member that is undefined is none. */
export type JsonObject = { [member: string]: JsonValue | undefined };

/** Reads JSON without losing a digit. */
export function parseJson(text: string): JsonValue {
  return parse(text, null, {
    parseNumber: numberOf,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as JsonValue;
}

/**
 * Writes JSON, with bigints and LosslessNumbers as numbers and a Date as its RFC 3339 text.
 *
 * @throws RangeError if a number is not finite, or if the value contains itself or is nested too
 *   deeply; TypeError if the value is none that JSON has
 */
export function stringifyJson(value: unknown): string {
  const text = written(value);
  if (text === undefined) {
    throw new TypeError(`JSON has no ${typeof value}`);
  }
  return text;
}

function written(value: unknown): string | undefined {
  try {
    return stringify(value, undefined, undefined, [
      { test: (one) => typeof one === 'number', stringify: (one) => textOf(one as number) },
    ]);
  } catch (cause) {
    if (cause instanceof RangeError && cause.message.includes('call stack')) {
      throw new RangeError('the value contains itself, or is nested too deeply', { cause });
    }
    throw cause;
  }
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
  if (!Number.isFinite(number)) {
    throw new RangeError(`JSON has no ${number}`);
  }
  return Object.is(number, -0) ? '-0' : String(number);
}
