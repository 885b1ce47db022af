import { InvalidArgumentError } from './errors.js';
import { isObject } from './messages.js';

type Pem = string | Uint8Array;

/** What Node.js is told about TLS; others of its options may be there, too. */
export interface TlsOptions {
  /** Certificate authorities of your own. */
  ca?: Pem | Pem[];
  /** The client's own certificate, and its key. */
  cert?: Pem | Pem[];
  key?: Pem | (Pem | { pem: Pem; passphrase?: string })[];
  // As unknown, no variable of an interface could be given here, such as Node.js has for these options.
  [option: string]: any;
}

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
  tls?: TlsOptions;
}

/** What may be said of one call. */
export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** As that of the client, for this call. */
  timeoutMs?: number;
}

/** What a value has to be, in words, and whether it is. */
type Kind = readonly [string, (value: unknown) => boolean];

type Kinds<T> = { [name in keyof T]-?: Kind };

const STRING: Kind = ['a string', (value) => typeof value === 'string'];
const NUMBER: Kind = ['a number', (value) => typeof value === 'number'];
const OBJECT: Kind = ['an object', isObject];
/** One of another realm, as jsdom has, is of another class. */
const SIGNAL: Kind = [
  'an AbortSignal',
  (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value,
];

const CLIENT_OPTIONS: Kinds<MembraneOptions> = {
  url: STRING,
  key: STRING,
  timeoutMs: NUMBER,
  tls: OBJECT,
};
const CALL_OPTIONS: Kinds<CallOptions> = { signal: SIGNAL, timeoutMs: NUMBER };

/**
 * The same options.
 *
 * @throws InvalidArgumentError if there is one that no client has, or that is of another kind
 */
export function clientOptions(options: MembraneOptions): MembraneOptions {
  return known('MembraneOptions', options, CLIENT_OPTIONS);
}

/** The same for those of a call. */
export function callOptions(options: CallOptions): CallOptions {
  return known('CallOptions', options, CALL_OPTIONS);
}

function known<T extends object>(type: string, options: T, kinds: Kinds<T>): T {
  if (!isObject(options)) {
    throw new InvalidArgumentError(`${type} must be an object`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) {
      throw new InvalidArgumentError(`${type} has no member ${name}`, { field: name });
    }
    const [kind, isOne] = kinds[name as keyof T];
    if (value !== undefined && !isOne(value)) {
      throw new InvalidArgumentError(`${name} must be ${kind}`, { field: name });
    }
  }
  return options;
}
