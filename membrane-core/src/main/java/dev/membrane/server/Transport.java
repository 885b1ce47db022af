package dev.membrane.server;

import dev.membrane.spi.Config;

/** A door to the engine for callers outside the process. Started once, closed once. */
public interface Transport extends AutoCloseable {

  /**
   * Begins to serve.
   *
   * @return what an operator wants to know, such as address, authentication and TLS, as one line
   * @throws StartException if it cannot serve, with one line that says why
   */
  String start();

  /**
   * Reads again who may call, while it serves. From the next call on a key counts as it says. All
   * else stays as it was when the transport was made. Does nothing unless overridden.
   *
   * @param config a configuration without faults
   * @throws StartException if it cannot be taken over by a running server, with one line that says
   *     why; then everything stays as it was
   */
  default void reload(Config config) {}

  /** Refuses new calls, lets the calls under way finish within a few seconds, then stops. */
  @Override
  void close();
}
