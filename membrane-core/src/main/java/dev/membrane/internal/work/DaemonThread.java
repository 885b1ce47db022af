package dev.membrane.internal.work;

import java.util.concurrent.ThreadFactory;

/** Threads that keep no process from ending. */
public final class DaemonThread {

  private DaemonThread() {}

  /** A thread that is yet to be started. */
  public static Thread of(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** What makes threads of one name. */
  public static ThreadFactory named(String name) {
    return work -> of(name, work);
  }
}
