package dev.membrane.protocol;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes named threads that do not keep the process alive. Thread-safe. */
public final class DaemonThreads implements ThreadFactory {

  private final String name;
  private final AtomicInteger made = new AtomicInteger();

  /** None yet; their names begin with this one. */
  public DaemonThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
