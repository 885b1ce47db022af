package dev.membrane.internal.consolidate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Logs from time to time how far a long run has come, and knows whether it goes on. Not
 * thread-safe.
 */
final class LearningProgress {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Consumer<String> lines;
  private final BooleanSupplier isAsked;
  private final Instant began;
  private Instant next;

  /**
   * The progress of a run that begins.
   *
   * @param isAsked whether the run is asked to let somebody else have the turn
   */
  LearningProgress(InstantSource clock, Consumer<String> lines, BooleanSupplier isAsked) {
    this.clock = clock;
    this.lines = lines;
    this.isAsked = isAsked;
    this.began = clock.instant();
    this.next = began.plus(PAUSE);
  }

  /** Whether the run goes on with another batch, rather than pause or end. */
  boolean goesOn() {
    return !Thread.currentThread().isInterrupted() && !isAsked.getAsBoolean();
  }

  /**
   * Tells that a stage has gone on.
   *
   * @param handled how many records it has handled in this run
   */
  void at(String stage, int handled) {
    Instant now = clock.instant();
    if (!now.isBefore(next)) {
      long seconds = Duration.between(began, now).toSeconds();
      lines.accept(stage + " has handled " + handled + " records; " + seconds + " s so far");
      next = now.plus(PAUSE);
    }
  }
}
