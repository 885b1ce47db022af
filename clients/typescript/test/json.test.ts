import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonValue, LosslessNumber, parseJson, stringifyJson } from '../src/index.js';

const TEXTS = [
  'null',
  '"\\u0000 \\ud83d\\ude00 é"'.replace('\\ud83d\\ude00', '😀'),
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740992',
  '9007199254740991',
  '0.123456789012345678901234567891',
  '123456789012345678901234567890.5',
  '1e400',
  '-0',
  '0.1',
  '[1,[],{},{"a":[{"b":null}]}]',
  '{"z":1,"a":{"y":2,"__proto__":{"x":3},"b":""}}',
];

for (const text of TEXTS) {
  test(`${text} is read and written without a loss`, () => {
    assert.equal(stringifyJson(parseJson(text)), text);
  });
}

test('a number comes as the simplest type that holds it', () => {
  const read = parseJson('[9007199254740991, 9007199254740992, 19.90, 1E5, 1e400, 0.30000000000000001]');
  assert.deepEqual(read, [
    9007199254740991,
    9007199254740992n,
    19.9,
    100000,
    new LosslessNumber('1e400'),
    new LosslessNumber('0.30000000000000001'),
  ] satisfies JsonValue);
});

test('a member named __proto__ is a member', () => {
  const read = parseJson('{"__proto__": {"polluted": true}}') as object;
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
  assert.deepEqual(Object.keys(read), ['__proto__']);
});

/** What JSON.stringify would write as null or {}, or leave out. */
const NOT_JSON: { [kind: string]: unknown } = {
  NaN: NaN,
  '-Infinity': -Infinity,
  'invalid Date': new Date(NaN),
  Map: new Map([['a', 1]]),
  Set: new Set([1]),
  Error: new RangeError('lost'),
  Promise: Promise.resolve(1),
  Uint8Array: new Uint8Array(2),
  function: () => 1,
  symbol: Symbol('s'),
};

for (const [kind, value] of Object.entries(NOT_JSON)) {
  test(`a part that is ${kind} is refused where it is`, () => {
    const refused = { name: 'TypeError', message: `a.b[1].c: JSON has no ${kind}` };
    assert.throws(() => stringifyJson({ a: { b: [0, { c: value }] } }), refused);
  });
}

test('what JSON.stringify can write is written as it does', () => {
  class Point {
    x = 1;
    #hidden = 2;
    sum() {
      return this.x + this.#hidden;
    }
  }
  const value = {
    at: new Date(0),
    url: new URL('http://localhost/'),
    gone: undefined,
    left: { toJSON: () => undefined },
    list: [undefined, , null, [new Point()]],
    bare: Object.assign(Object.create(null), { 'ä"': true }),
    boxed: [new String('x'), new Number(1), new Boolean(false)],
    [Symbol('s')]: 1,
  };
  assert.equal(stringifyJson(value), JSON.stringify(value));
});

test('what JSON does not have is refused', () => {
  for (const value of [undefined, () => 1, Symbol('s'), { toJSON: () => undefined }]) {
    assert.throws(() => stringifyJson(value), /^TypeError: JSON has no (undefined|function|symbol)$/);
  }
  const endless: JsonValue[] = [];
  endless.push(endless);
  assert.throws(() => stringifyJson(endless), /contains itself/);
});
