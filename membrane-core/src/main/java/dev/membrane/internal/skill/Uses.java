package dev.membrane.internal.skill;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * How the uses of a procedure ended.
 *
 * @param trials how many succeeded or failed
 * @param successes how many of these succeeded
 * @param claimed whether a caller told some of them, which then were not measured
 * @param lastUsedAt null: not known
 * @param lastSuccessAt null: not known
 * @param stoppedWorking whether it did much worse than others lately
 * @param lateFailures of runs that failed since its last success
 */
public record Uses(
    long trials,
    long successes,
    boolean claimed,
    @Nullable Instant lastUsedAt,
    @Nullable Instant lastSuccessAt,
    boolean stoppedWorking,
    LateFailures lateFailures) {

  /** In a few sentences, as Markdown. */
  String text() {
    String late = lateFailures.text();
    return late.isEmpty() ? counts() : counts() + " " + late;
  }

  private String counts() {
    if (trials == 0) {
      return "Not tried yet.";
    }
    String worked = "Worked " + successes + " of " + trials + (trials == 1 ? " time" : " times");
    String last = lastUsedAt == null ? "." : ", last used on " + day(lastUsedAt) + ".";
    return worked + last + (claimed ? " Its author counted some of this." : "");
  }

  /** The day in UTC. */
  private static LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }
}
