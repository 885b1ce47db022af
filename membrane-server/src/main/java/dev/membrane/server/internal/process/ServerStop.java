package dev.membrane.server.internal.process;

import dev.membrane.server.internal.start.Server;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/** The end of what is served, once, whoever asks for it first. Safe for use by many threads. */
final class ServerStop {

  private static final Logger LOG = LoggerFactory.getLogger(ServerStop.class);

  private final Server server;
  private final long began;
  private boolean isDone;
  private int code = ExitCode.OK;

  /**
   * The end of a server.
   *
   * @param began when its start did, by {@link System#nanoTime}
   */
  ServerStop(Server server, long began) {
    this.server = server;
    this.began = began;
  }

  /**
   * Has the process end by this, whatever ends it. Libraries have shutdown hooks of their own,
   * which Java runs all at once: one of them frees what the loading of a model uses. So a signal
   * closes what is served before any hook runs.
   */
  void handle() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::closeLast, "membrane-stop"));
    ProcessSignal.handle("TERM", this::exit);
    ProcessSignal.handle("INT", this::exit);
  }

  /** The process ends with failure, however well it closes. */
  synchronized void fail() {
    code = ExitCode.SOFTWARE;
  }

  /** Closes the server, and answers with which code the process has to end. */
  synchronized int close() {
    if (!isDone) {
      isDone = true;
      closeServer();
    }
    return code;
  }

  private void closeServer() {
    try {
      server.close();
      LOG.atInfo()
          .addKeyValue("served_seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began))
          .log("stopped");
    } catch (Throwable failed) {
      LOG.error("stopped, but not cleanly", failed);
      code = ExitCode.SOFTWARE;
    }
  }

  /** Hooks run after it, among them those that write what was recorded of the process. */
  private void exit() {
    Runtime.getRuntime().exit(close());
  }

  /** The end of a process that nothing has closed for. */
  private void closeLast() {
    if (!isDone()) {
      // Without this the JVM answers a signal with 143, which reads like a failure.
      Runtime.getRuntime().halt(close());
    }
  }

  private synchronized boolean isDone() {
    return isDone;
  }
}
