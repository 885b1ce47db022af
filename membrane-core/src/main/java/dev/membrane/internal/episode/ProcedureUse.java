package dev.membrane.internal.episode;

import dev.membrane.schema.Timestamps;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A use of a procedure that succeeded or failed.
 *
 * @param at when, in whole microseconds
 * @param episodeId in which episode
 * @param counting where it is counted
 * @param called the tools that the run called, as {@link ToolCodes}, if the outcome named the
 *     procedure; null if it did not
 */
public record ProcedureUse(
    Instant at,
    String episodeId,
    boolean isSuccess,
    Counting counting,
    @Nullable Set<String> called) {

  /** Where a use is counted. */
  public enum Counting {
    /** Learning has counted it, in the procedure itself. */
    BY_LEARNING("sf"),
    /** An outcome has reported it, which learning never counts. */
    BY_REPORT("SF"),
    /** An outcome has reported it, which learning will count. */
    BY_REPORT_UNTIL_LEARNED("WL");

    private final String letters;

    Counting(String letters) {
      this.letters = letters;
    }

    private char letter(boolean isSuccess) {
      return letters.charAt(isSuccess ? 0 : 1);
    }

    private static Counting of(char letter) {
      return Arrays.stream(values())
          .filter(it -> it.letters.indexOf(letter) >= 0)
          .findFirst()
          .orElseThrow();
    }
  }

  /** One that the outcome did not name. */
  public ProcedureUse(Instant at, String episodeId, boolean isSuccess, Counting counting) {
    this(at, episodeId, isSuccess, counting, null);
  }

  /** Copies the set. */
  public ProcedureUse {
    called = called == null ? null : Set.copyOf(called);
  }

  /** Whether it failed in a run whose outcome named the procedure or one like it. */
  public boolean isNamedFailure() {
    // Earlier versions kept no tools.
    return !isSuccess && (called != null || counting == Counting.BY_REPORT);
  }

  /** What {@link #text} wrote; the tools are another word. */
  static ProcedureUse parse(String text) {
    char letter = text.charAt(0);
    Counting counting = Counting.of(letter);
    int colon = text.indexOf(':');
    long micros = Long.parseLong(text.substring(1, colon));
    return new ProcedureUse(
        Timestamps.ofEpochMicros(micros),
        text.substring(colon + 1),
        letter == counting.letter(true),
        counting);
  }

  /** With the tools that the run called. */
  ProcedureUse calling(@Nullable Set<String> tools) {
    return new ProcedureUse(at, episodeId, isSuccess, counting, tools);
  }

  /** Counted by learning. */
  ProcedureUse learned() {
    return new ProcedureUse(at, episodeId, isSuccess, Counting.BY_LEARNING, called);
  }

  /** Learning does not know what was named. */
  ProcedureUse namedAs(Collection<ProcedureUse> before) {
    return before.stream()
        .filter(use -> use.episodeId.equals(episodeId))
        .findFirst()
        .map(use -> calling(use.called))
        .orElse(this);
  }

  /** One word, and one with the tools if they are known. */
  String text() {
    return counting.letter(isSuccess)
        + String.valueOf(Timestamps.toEpochMicros(at))
        + ":"
        + episodeId
        + (called == null ? "" : " " + ToolCodes.text(called));
  }
}
