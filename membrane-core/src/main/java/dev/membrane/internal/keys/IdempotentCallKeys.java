package dev.membrane.internal.keys;

import dev.membrane.internal.value.RecordIds;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Key;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * The keys by which calls count only once: a key remembers one call. Its value has the words {@code
 * <expires at> <digest> <record> <sensitivity> <confidence> <salience> <updated at>}, the last four
 * as the record was then. Earlier versions left them out where the caller saw the whole record.
 * Stateless and thread-safe.
 */
public final class IdempotentCallKeys {

  /** How their names begin. */
  public static final String PREFIX = "idempotency:";

  /** How long a call is remembered. */
  public static final Duration REMEMBERED = Duration.ofHours(24);

  /** How many words a value of an earlier version has where the caller saw the whole record. */
  public static final int WORDS = 3;

  private static final int WORDS_WITH_HEADER = 7;

  private IdempotentCallKeys() {}

  /**
   * Checks a key that comes from elsewhere, if it is one of these.
   *
   * @param latest the latest instant at which the call can have been
   * @throws ValidationException if no call left it
   */
  public static void check(Key key, Instant latest) {
    if (key.name().startsWith(PREFIX) && !isOfCall(key, latest)) {
      throw new ValidationException("value", "must be the value of an idempotency key");
    }
  }

  /** The id of the record that a call was answered with. */
  public static String recordOf(Key key) {
    return key.value().split(" ", -1)[2];
  }

  private static boolean isOfCall(Key key, Instant latest) {
    String[] words = key.value().split(" ", -1);
    try {
      return key.owner() == null
          && (words.length == WORDS || (words.length == WORDS_WITH_HEADER && isHeader(words)))
          && !Instant.parse(words[0]).isAfter(latest.plus(REMEMBERED))
          && !words[1].isEmpty()
          && RecordIds.canonical(words[2]).filter(words[2]::equals).isPresent();
    } catch (DateTimeException | IllegalArgumentException garbage) {
      return false;
    }
  }

  private static boolean isHeader(String[] words) {
    Sensitivity unused = Sensitivity.of("sensitivity", words[3]);
    return Double.isFinite(Double.parseDouble(words[4]))
        && Double.isFinite(Double.parseDouble(words[5]))
        && Instant.parse(words[6]) != null;
  }
}
