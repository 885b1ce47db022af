package dev.membrane.internal.history;

import dev.membrane.spi.Config;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * How long former states are kept after they ended.
 *
 * @param retention zero: they are not kept at all; {@link #FOREVER}: for ever
 * @param receipts how long receipts of answers are kept
 */
public record HistoryConfig(Duration retention, Duration receipts) {

  /** As long as there is time. */
  static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  /** What holds where nothing is configured. */
  public static final HistoryConfig DEFAULTS =
      new HistoryConfig(Duration.ofDays(30), Duration.ofDays(7));

  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Reads {@code history_retention} and {@code receipt_retention}. */
  public static HistoryConfig from(Config config) {
    return new HistoryConfig(
        config.duration(
            "history_retention",
            DEFAULTS.retention,
            Map.of("0", Duration.ZERO, "forever", FOREVER)),
        config.duration("receipt_retention", DEFAULTS.receipts));
  }

  boolean isKept() {
    return !retention.isZero();
  }

  /** The earliest instant that may be asked. */
  Instant end(Instant now) {
    boolean isLongerThanTime = retention.compareTo(Duration.between(Instant.EPOCH, now)) > 0;
    return isLongerThanTime ? Instant.EPOCH : now.minus(retention);
  }

  /** What ended before this instant is removed. Who was told the earliest has time to ask it. */
  Instant oldestKept(Instant now) {
    Instant end = end(now);
    return end.equals(Instant.EPOCH) ? end : end.minus(GRACE);
  }
}
