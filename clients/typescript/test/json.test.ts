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

test('what JSON does not have is refused', () => {
  for (const value of [NaN, [Infinity], undefined, () => 1]) {
    assert.throws(() => stringifyJson(value), /JSON has no/);
  }
  const endless: JsonValue[] = [];
  endless.push(endless);
  assert.throws(() => stringifyJson(endless), /contains itself/);
});
