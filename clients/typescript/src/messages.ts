import type { DescField, DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import type { Answer } from './answers.js';
import { InvalidArgumentError } from './errors.js';
import { jsonAt, NotJsonError, parseJson } from './json.js';

/** The members of requests that carry JSON. */
const JSON_MEMBERS = new Set([
  'activeConstraints',
  'args',
  'context',
  'data',
  'forkedRecord',
  'mergedRecord',
  'newRecord',
  'object',
  'record',
  'result',
]);

/** Of these the server names what is wrong without the member itself, as in `payload.validity`. */
const RECORDS = new Set(['forkedRecord', 'mergedRecord', 'newRecord', 'record']);

/**
 * The message that a request is sent as.
 *
 * @throws InvalidArgumentError if a member is none of the message, or cannot be sent
 */
export function messageOf<D extends DescMessage>(
  type: D,
  request: object,
  path = '',
): MessageShape<D> {
  if (!isObject(request)) {
    const field = path.replace(/\.$/, '');
    throw new InvalidArgumentError(`${field || type.name} must be an object`, { field });
  }
  const message = reflect(type);
  for (const [name, value] of Object.entries(request)) {
    const field = Object.hasOwn(type.field, name) ? type.field[name] : undefined;
    if (field === undefined) {
      const text = `${type.name} has no member ${name}`;
      throw new InvalidArgumentError(text, { field: path + name });
    }
    if (value !== undefined) {
      requireFirst(message, field, path + field.name);
      set(message, field, value, path + field.name);
    }
  }
  return message.message as MessageShape<D>;
}

/** Whether a value has members, which a caller without a compiler may forget. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of members that exclude each other the message would keep the last. */
function requireFirst(message: ReflectMessage, { oneof }: DescField, path: string): void {
  if (oneof && message.oneofCase(oneof)) {
    throw new InvalidArgumentError(`${path} is one too many: only one may be set`, { field: path });
  }
}

function set(message: ReflectMessage, field: DescField, value: unknown, path: string): void {
  try {
    if (field.fieldKind === 'list') {
      const list = message.get(field);
      if (!Array.isArray(value)) {
        throw new TypeError('must be an array');
      }
      value.forEach((item, at) =>
        list.add(
          field.listKind === 'message'
            ? reflect(field.message, messageOf(field.message, item, `${path}[${at}].`))
            : item,
        ),
      );
    } else if (field.fieldKind === 'message') {
      const part = messageOf(field.message, value as object, `${path}.`);
      message.set(field, reflect(field.message, part));
    } else {
      message.set(field, textOf(field, value, path));
    }
  } catch (cause) {
    if (cause instanceof InvalidArgumentError) {
      throw cause;
    }
    throw faultOf(cause as Error, path);
  }
}

function faultOf(cause: Error, path: string): InvalidArgumentError {
  const isJson = cause instanceof NotJsonError;
  const field = (isJson && cause.path) || path;
  const reason = isJson ? cause.reason : cause.message;
  return new InvalidArgumentError(`${field}: ${reason}`, { field, cause });
}

/** JSON and instants are sent as text; all else is what the message wants, or refused by it. */
function textOf(field: DescField, value: unknown, path: string): unknown {
  if (JSON_MEMBERS.has(field.localName)) {
    return jsonAt(RECORDS.has(field.localName) ? path.replace(/\.?[^.]*$/, '') : path, value);
  }
  return value instanceof Date ? value.toISOString() : value;
}

/** What a message says, with the JSON in its bytes as values; empty bytes are undefined. */
export function answerOf<M extends Message>(message: M): Answer<M> {
  const members = Object.entries(message).filter(([name]) => !name.startsWith('$'));
  return Object.fromEntries(members.map(([name, value]) => [name, received(value)])) as Answer<M>;
}

function received(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return value.length === 0 ? undefined : parseJson(new TextDecoder().decode(value));
  }
  if (Array.isArray(value)) {
    return value.map(received);
  }
  return value !== null && typeof value === 'object' ? answerOf(value as Message) : value;
}
