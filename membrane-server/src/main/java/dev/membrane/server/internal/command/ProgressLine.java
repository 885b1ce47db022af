package dev.membrane.server.internal.command;

import dev.membrane.internal.transfer.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows how far a command has come: as a bar that moves, or as a line every few seconds. For use by
 * one thread.
 */
final class ProgressLine implements Progress {

  /** Set by the script, which can tell where standard error goes; Java cannot. */
  private static final String TERMINAL = "membraned.terminal";

  private static final Duration BAR_EVERY = Duration.ofMillis(200);
  private static final Duration LINE_EVERY = Duration.ofSeconds(5);
  private static final int WIDTH = 40;
  private static final String START_OF_LINE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean isTerminal;
  private final String what;
  private final LongSupplier nanos;
  private final long begin;
  private long shown;

  /** Progress of a command that begins now and writes it to standard error. */
  static ProgressLine begin(PrintWriter err, String what) {
    return new ProgressLine(err, Boolean.getBoolean(TERMINAL), what, System::nanoTime);
  }

  /**
   * Progress of a command that begins now.
   *
   * @param isTerminal whether somebody sees what is written, and lines can be written over
   * @param what is counted
   * @param nanos a clock that only ever goes on, in nanoseconds
   */
  ProgressLine(PrintWriter err, boolean isTerminal, String what, LongSupplier nanos) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.what = what;
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.shown = begin;
  }

  @Override
  public void at(long done, long all) {
    long now = nanos.getAsLong();
    if (now - shown < (isTerminal ? BAR_EVERY : LINE_EVERY).toNanos()) {
      return;
    }
    shown = now;
    long perSecond = Math.round(done * 1e9 / (now - begin));
    String count = done + (all == 0 ? "" : " of " + all) + " " + what + ", " + perSecond + "/s";
    if (isTerminal) {
      err.print(START_OF_LINE + (all == 0 ? "" : bar(done, all)) + count);
    } else {
      err.println(count);
    }
    err.flush();
  }

  private static String bar(long done, long all) {
    int full = (int) (Math.min(done, all) * WIDTH / all);
    String percent = String.format(Locale.ROOT, "%3d%%", Math.min(done, all) * 100 / all);
    return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + percent + "  ";
  }

  /** Takes a bar away, so that what follows has the line for itself. */
  void end() {
    if (isTerminal && shown != begin) {
      err.print(START_OF_LINE);
      err.flush();
    }
  }
}
