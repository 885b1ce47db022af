import type { DescMethod } from '@bufbuild/protobuf';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { mayPass } from './errors.js';
import { isObject } from './messages.js';

/** Milliseconds to wait before another attempt: a restart of the server takes less than all. */
const WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** Give or take this share, so that many clients do not come back at once. */
const JITTER = 0.2;

/**
 * Whether a call may be sent again though nobody knows whether the server has done it: one that
 * only reads, or that brings an idempotency key.
 */
export function isSafeToRepeat(method: DescMethod): boolean {
  return /^(retrieve|get|list|replay)[A-Z]|^retrieve$/.test(method.localName) || takesKey(method);
}

/**
 * The request with an idempotency key, if the method takes one: the caller's, or a new one. What is
 * no request stays as it is, to be refused.
 */
export function withIdempotencyKey(method: DescMethod, request: object): object {
  if (isBatch(method)) {
    return isObject(request) && 'items' in request && Array.isArray(request.items)
      ? { ...request, items: request.items.map(itemWithIdempotencyKey) }
      : request;
  }
  return takesKey(method) ? keyed(request) : request;
}

/** The same for an item among others. */
export function itemWithIdempotencyKey(item: object): object {
  return isObject(item)
    ? Object.fromEntries(Object.entries(item).map(([kind, asked]) => [kind, keyed(asked)]))
    : item;
}

function keyed(request: object): object {
  return !isObject(request) || ('idempotencyKey' in request && request.idempotencyKey)
    ? request
    : { ...request, idempotencyKey: randomUUID() };
}

function takesKey(method: DescMethod): boolean {
  return method.input.field['idempotencyKey'] !== undefined || isBatch(method);
}

function isBatch(method: DescMethod): boolean {
  return method.localName === 'ingestBatch';
}

/**
 * Does a call that is safe to repeat until the server is reached, seven times at most.
 *
 * @param deadline the instant of `performance.now()` after which it is not tried again
 * @param signal ends the waiting between two attempts
 */
export async function repeated<T>(
  call: () => Promise<T>,
  deadline: number,
  signal: AbortSignal,
): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await call();
    } catch (failed) {
      const pause = wait * (1 + JITTER * (2 * Math.random() - 1));
      if (!mayPass(failed) || performance.now() + pause >= deadline) {
        throw failed;
      }
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) {
        return call();
      }
    }
  }
  return call();
}
