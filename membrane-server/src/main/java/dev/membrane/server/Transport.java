package dev.membrane.server;

/**
 * A way into the engine for callers outside the process, such as gRPC or HTTP. It is started once
 * and closed once.
 */
public interface Transport extends AutoCloseable {

  /** The most calls that a transport has under way at once, including those that wait. */
  int MAX_CALLS = 1_024;

  /**
   * Begins to serve.
   *
   * @return what an operator wants to know, such as address, authentication and TLS, as one line
   * @throws StartException if it cannot serve, with one line that says why
   */
  String start();

  /** Refuses new calls, lets the calls under way finish within a few seconds, then stops. */
  @Override
  void close();
}
