package dev.membrane.server;

import org.jspecify.annotations.Nullable;

/**
 * Who may call, as the configuration says: {@code api_key}, {@code principals}, {@code
 * rate_limit_per_second} and {@code allow_insecure_remote}. They hold for every transport. Not
 * thread-safe.
 */
public interface Access {

  /**
   * Takes note of where a transport listens. An address of another transport is a fault. So is one
   * that other machines reach where nobody is asked for a key, unless the operator wants it so.
   *
   * @param key the key of the configuration that says where, for the message
   */
  void listensOn(String key, ListenAddress address);

  /**
   * What the operator should know of a transport that has started: where it listens, which keys
   * callers are asked for, and whether there is TLS.
   *
   * @param transport its name
   * @param bound with the port that was really bound
   * @param tls its certificate; null: no TLS
   */
  String startLine(String transport, ListenAddress bound, @Nullable TlsFiles tls);
}
