package dev.membrane.server;

import java.time.Duration;

/**
 * A way into the engine for callers outside the process, such as gRPC or HTTP. It is started once
 * and closed once.
 */
public interface Transport extends AutoCloseable {

  /** The most calls that a transport has under way at once, including those that wait. */
  int MAX_CALLS = 1_024;

  /**
   * How long a transport that is closed lets the calls under way go on. Two of them and the store
   * have to be closed within the 30 seconds that supervisors usually wait.
   */
  Duration GRACE = Duration.ofSeconds(12);

  /**
   * Begins to serve.
   *
   * @return what an operator wants to know, such as address, authentication and TLS, as one line
   * @throws StartException if it cannot serve, with one line that says why
   */
  String start();

  /** Refuses new calls, lets the calls under way finish within {@link #GRACE}, then stops. */
  @Override
  void close();
}
