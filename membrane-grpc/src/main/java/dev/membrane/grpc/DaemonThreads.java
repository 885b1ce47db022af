package dev.membrane.grpc;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes named threads that do not keep the process alive. Thread-safe. */
final class DaemonThreads implements ThreadFactory {

  private final String name;
  private final AtomicInteger made = new AtomicInteger();

  DaemonThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
