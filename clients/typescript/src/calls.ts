import type {
  DescMessage,
  DescMethodBiDiStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { SecureClientSessionOptions } from 'node:http2';
import type { Answer } from './answers.js';
import { cancellable, join, leave } from './cancellation.js';
import { CancelledError, errorOf, InvalidArgumentError, MembraneError } from './errors.js';
import { answerOf, messageOf } from './messages.js';
import { type CallOptions, callOptions, clientOptions, type MembraneOptions } from './options.js';
import { isSafeToRepeat, repeated, withIdempotencyKey } from './retry.js';
import { Sessions } from './sessions.js';

/** The largest answer that is taken, in bytes: a server fills up to 16 MiB and more with JSON. */
const LARGEST_ANSWER = 32 << 20;

const USUAL_TIMEOUT = 30_000;

/** Characters: a server takes headers of 8 KiB together. */
const MAX_KEY_LENGTH = 7_000;

/** The most milliseconds that gRPC has digits for: nearly 28 hours. */
const MAX_TIMEOUT = 99_999_999;

/** Does calls under one key, over one connection that is opened by the first. */
export class Calls {
  readonly #transport: Transport;
  readonly #sessions: Sessions;
  readonly #headers: Headers;
  readonly #timeoutMs: number;
  readonly #closing = new AbortController();

  constructor(options: MembraneOptions) {
    const { url = 'http://localhost:9820', key, timeoutMs, tls } = clientOptions(options);
    if (!/^https?:\/\//.test(url)) {
      throw new InvalidArgumentError(`url must begin with http:// or https://, and is ${url}`, {
        field: 'url',
      });
    }
    if (!URL.canParse(url)) {
      throw new InvalidArgumentError(`url is none: ${url}`, { field: 'url' });
    }
    this.#sessions = new Sessions(url, undefined, tls as SecureClientSessionOptions | undefined);
    this.#transport = createGrpcTransport({
      baseUrl: url,
      sessionManager: this.#sessions,
      readMaxBytes: LARGEST_ANSWER,
    });
    this.#headers = new Headers(key ? { authorization: `Bearer ${sendable(key)}` } : {});
    this.#timeoutMs = positive(timeoutMs ?? USUAL_TIMEOUT);
  }

  /** A call that is answered soon, or not at all. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: object,
    options: CallOptions = {},
  ): Promise<Answer<MessageShape<O>>> {
    return this.#call(method, request, options, this.#timeoutMs);
  }

  /** A call that takes as long as it takes, unless it is said how long. */
  longCall<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: object,
    options: CallOptions = {},
  ): Promise<Answer<MessageShape<O>>> {
    return this.#call(method, request, options, Infinity);
  }

  async #call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: object,
    options: CallOptions,
    usualTimeoutMs: number,
  ): Promise<Answer<MessageShape<O>>> {
    const { signal, timeoutMs = usualTimeoutMs } = callOptions(options);
    const message = messageOf(method.input, withIdempotencyKey(method, request));
    const deadline = performance.now() + positive(timeoutMs);
    const attempt = async (ending: AbortSignal) => {
      this.#requireOpen();
      const timer = timerOf(deadline - performance.now());
      try {
        return await this.#transport.unary(method, ending, timer, this.#headers, message);
      } catch (failed) {
        this.#requireOpen(failed);
        throw errorOf(failed, ending.aborted, performance.now() >= deadline);
      }
    };
    const signals = signal ? [signal, this.#closing.signal] : [this.#closing.signal];
    const done = await cancellable(signals, (ending) =>
      isSafeToRepeat(method)
        ? repeated(() => attempt(ending), deadline, ending)
        : attempt(ending),
    );
    return answerOf(done.message);
  }

  /** A stream of requests, of which each is answered; it lasts as long as there are any. */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodBiDiStreaming<I, O>,
    requests: AsyncIterable<object>,
    options: CallOptions = {},
  ): AsyncGenerator<Answer<MessageShape<O>>> {
    this.#requireOpen();
    const { signal, timeoutMs = Infinity } = callOptions(options);
    const deadline = performance.now() + positive(timeoutMs);
    const signals = signal ? [signal, this.#closing.signal] : [this.#closing.signal];
    const ending = new AbortController();
    const faults: unknown[] = [];
    signals.forEach((one) => join(one, ending));
    try {
      const timer = timerOf(timeoutMs);
      const sent = messages(method.input, requests, faults);
      const answered = await this.#transport.stream(
        method,
        ending.signal,
        timer,
        this.#headers,
        sent,
      );
      for await (const message of answered.message) {
        yield answerOf(message);
      }
    } catch (failed) {
      this.#requireOpen(failed);
      if (faults.length > 0) {
        throw faults[0];
      }
      throw failed instanceof MembraneError
        ? failed
        : errorOf(failed, ending.signal.aborted, performance.now() >= deadline);
    } finally {
      ending.abort();
      signals.forEach((one) => leave(one, ending));
    }
  }

  #requireOpen(cause?: unknown): void {
    if (this.#closing.signal.aborted) {
      throw new CancelledError('CANCELLED', 'the client is closed', { cause });
    }
  }

  close(): void {
    this.#closing.abort();
    this.#sessions.abort();
  }
}

/**
 * The requests as messages.
 *
 * @param faults is told what fails here, since the transport makes a failure of its own of it
 */
async function* messages<I extends DescMessage>(
  type: I,
  requests: AsyncIterable<object>,
  faults: unknown[],
): AsyncGenerator<MessageInitShape<I>> {
  let isHere = true;
  let at = 0;
  try {
    for await (const request of requests) {
      const path = `items[${at++}].`;
      const message = messageOf(type, request, path) as unknown as MessageInitShape<I>;
      isHere = false;
      yield message;
      isHere = true;
    }
  } catch (fault) {
    // The transport throws, too: where a message was taken from, if the stream breaks.
    if (isHere) {
      faults.push(fault);
    }
    throw fault;
  }
}

/**
 * A key that a header can carry, and a server takes. What Headers throws of another has it in its
 * message.
 */
function sendable(key: string): string {
  if (!/^[ -~]*$/.test(key)) {
    throw new InvalidArgumentError('key has characters that no header can carry', { field: 'key' });
  }
  if (key.length > MAX_KEY_LENGTH) {
    const text = `key must have at most ${MAX_KEY_LENGTH} characters`;
    throw new InvalidArgumentError(text, { field: 'key' });
  }
  return key;
}

/** The whole milliseconds that the transport waits; undefined if it waits without an end. */
function timerOf(left: number): number | undefined {
  const timer = Math.max(1, Math.ceil(left));
  return timer > MAX_TIMEOUT ? undefined : timer;
}

function positive(timeoutMs: number): number {
  if (!(timeoutMs > 0)) {
    throw new InvalidArgumentError('timeoutMs must be positive', { field: 'timeoutMs' });
  }
  return timeoutMs;
}
