import type { SecureClientSessionOptions } from 'node:http2';
import { InvalidArgumentError } from './errors.js';
import { isObject } from './messages.js';

/** What a client needs to know. */
export interface MembraneOptions {
  /**
   * The gRPC address as a URL, `http://localhost:9820` unless said. With `https:` the connection is
   * encrypted; beyond your own machine use that, since a key goes over the wire as it is.
   */
  url?: string;
  /** The key that is shown to the server; none if left out. */
  key?: string;
  /**
   * Milliseconds that a call waits for its answer, sending again included; 30,000 unless said. With
   * `Infinity`, and with more than 99,999,999 (nearly 28 hours), it waits without an end.
   */
  timeoutMs?: number;
  /** What Node.js is told about TLS, such as a certificate authority of your own in `ca`. */
  tls?: SecureClientSessionOptions;
}

/** What may be said of one call. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** As that of the client, for this call. */
  timeoutMs?: number;
}

type Names<T> = { [name in keyof T]-?: true };

const CLIENT_OPTIONS: Names<MembraneOptions> = { url: true, key: true, timeoutMs: true, tls: true };
const CALL_OPTIONS: Names<CallOptions> = { signal: true, timeoutMs: true };

/**
 * The same options.
 *
 * @throws InvalidArgumentError if there is one that no client has
 */
export function clientOptions(options: MembraneOptions): MembraneOptions {
  return known('MembraneOptions', options, CLIENT_OPTIONS);
}

/** The same for those of a call. */
export function callOptions(options: CallOptions): CallOptions {
  return known('CallOptions', options, CALL_OPTIONS);
}

function known<T extends object>(type: string, options: T, names: Names<T>): T {
  if (!isObject(options)) {
    throw new InvalidArgumentError(`${type} must be an object`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(names, name)) {
      throw new InvalidArgumentError(`${type} has no member ${name}`, { field: name });
    }
  }
  return options;
}
