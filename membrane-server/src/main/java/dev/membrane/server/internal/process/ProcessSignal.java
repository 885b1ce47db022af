package dev.membrane.server.internal.process;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A signal that the process is sent. The only class of Java that can receive one makes javac warn,
 * so it is found by name through reflection.
 */
final class ProcessSignal {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessSignal.class);
  private static final String SIGNAL = "sun.misc.Signal";
  private static final String HANDLER = "sun.misc.SignalHandler";

  private ProcessSignal() {}

  /**
   * Runs something on a thread of its own each time that the process gets the signal, instead of
   * what Java does then. Where there is no such signal, or the process was started to ignore it,
   * nothing changes.
   *
   * @param name without SIG
   */
  static void handle(String name, Runnable told) {
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
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException missing) {
      LOG.debug("SIG{} is not listened to", name, missing);
    }
  }
}
