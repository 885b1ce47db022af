package dev.membrane.internal.engine;

import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Key;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * The stored form of receipts of calls that count only once. A receipt is a key whose value has the
 * words {@code <expires at> <digest> <record>}. If the caller saw only a header of the record,
 * {@code <sensitivity> <confidence> <salience> <updated at>} follow. Stateless and thread-safe.
 */
public final class Receipts {

  /** How the names of their keys begin. */
  public static final String PREFIX = "idempotency:";

  /** How long a call is remembered. */
  public static final Duration REMEMBERED = Duration.ofHours(24);

  /** How many words a receipt has where the caller saw the whole record. */
  public static final int WORDS = 3;

  private static final int WORDS_WITH_HEADER = 7;

  private Receipts() {}

  /**
   * Checks a key that comes from elsewhere, if it is that of a receipt.
   *
   * @param latest the latest instant at which the call can have been
   * @throws ValidationException if no call left it
   */
  public static void check(Key key, Instant latest) {
    if (key.name().startsWith(PREFIX) && !isReceipt(key, latest)) {
      throw new ValidationException("value", "must be the receipt of a call");
    }
  }

  /** The id of the record that a receipt names. */
  public static String recordOf(Key receipt) {
    return receipt.value().split(" ", -1)[2];
  }

  private static boolean isReceipt(Key key, Instant latest) {
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
