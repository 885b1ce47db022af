import type { SecureClientSessionOptions } from 'node:http2';

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
   * `Infinity` it waits without an end.
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
