package dev.membrane.server.internal.process;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal SIGHUP, with which operators tell a running server to read its configuration again.
 * The only class of Java that can receive it makes javac warn, so it is found by name through
 * reflection.
 */
final class ReloadSignal {

  private static final Logger LOG = LoggerFactory.getLogger(ReloadSignal.class);
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private ReloadSignal() {}

  /**
   * Runs something on a thread of its own each time that the process gets the signal. Where there
   * is no such signal, or the process was started to ignore it, nothing happens.
   */
  static void handle(Runnable told) {
    try {
      Class<?> signal = Class.forName(SIGNAL);
      Class<?> handler = Class.forName(HANDLER);
      Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (same, method, arguments) -> {
                told.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), proxy);
    } catch (ReflectiveOperationException missing) {
      LOG.debug("SIGHUP is not listened to", missing);
    }
  }
}
