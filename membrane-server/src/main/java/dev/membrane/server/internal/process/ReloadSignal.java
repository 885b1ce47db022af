package dev.membrane.server.internal.process;

/**
 * The signal SIGHUP, with which operators tell a running server to read its configuration again.
 */
final class ReloadSignal {

  private ReloadSignal() {}

  /** Runs something each time that the process gets the signal. */
  static void handle(Runnable told) {
    ProcessSignal.handle("HUP", told);
  }
}
