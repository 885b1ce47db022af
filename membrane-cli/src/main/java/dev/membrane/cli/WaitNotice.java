package dev.membrane.cli;

import dev.membrane.protocol.DaemonThreads;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells the user on standard error that the answer is still being worked on. */
final class WaitNotice {

  private static final long PAUSE_SECONDS = 10;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("membrane-wait-notice"));

  private long seconds;

  private final PrintWriter err;

  private WaitNotice(PrintWriter err) {
    this.err = err;
  }

  static WaitNotice started(PrintWriter err) {
    WaitNotice notice = new WaitNotice(err);
    var unused =
        notice.timer.scheduleAtFixedRate(
            notice::tell, PAUSE_SECONDS, PAUSE_SECONDS, TimeUnit.SECONDS);
    return notice;
  }

  private void tell() {
    seconds += PAUSE_SECONDS;
    err.println("membraned: working, " + seconds + " s so far");
  }

  void end() {
    timer.shutdownNow();
  }
}
