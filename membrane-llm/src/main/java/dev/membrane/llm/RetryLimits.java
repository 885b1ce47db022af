package dev.membrane.llm;

import java.time.Duration;

/**
 * How often and how long is asked.
 *
 * @param attempts how often what failed for a while is asked, at least 1
 * @param badAnswers how often what was answered badly is asked, at least 1
 * @param timeout for one attempt, its wait for a place included twice over
 */
record RetryLimits(int attempts, int badAnswers, Duration timeout) {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** The longest that is waited between two attempts, whatever the endpoint asks for. */
  static final Duration MAX_PAUSE = Duration.ofSeconds(60);

  /**
   * The pause after an attempt: doubled each time, and of that between one half and all, so that
   * many that failed at once do not come back at once.
   */
  static Duration pause(int attempt, double jitter) {
    long full = FIRST_PAUSE.toMillis() << Math.min(attempt - 1, 6);
    long capped = Math.min(full, MAX_PAUSE.toMillis());
    return Duration.ofMillis((long) (capped * (0.5 + jitter / 2)));
  }
}
