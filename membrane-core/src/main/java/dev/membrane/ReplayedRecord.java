package dev.membrane;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A record that was answered to a question, or would be now.
 *
 * @param id its id
 * @param then its place when the question was answered; null if it was not among the answer
 * @param now its place now; null if it would not be among the answer
 * @param difference why the two differ
 */
public record ReplayedRecord(
    String id, @Nullable AnsweredPlace then, @Nullable AnsweredPlace now, Difference difference) {

  /**
   * A place in an answer.
   *
   * @param rank counted from 1
   * @param score by which it was ordered
   * @param version of the record; 0 if only its header was shown
   */
  public record AnsweredPlace(int rank, double score, long version) {}

  /** Why a record is answered in another way. */
  public enum Difference {
    /** It is not. */
    NONE,
    /** It is another version. */
    CHANGED,
    /** It is the same version, and time has passed or others have come or changed. */
    RANKED_ANEW,
    /**
     * No more than its header is shown, now or then: it has another label, or the caller another
     * grant.
     */
    OUTLINED,
    /** It was retracted, superseded or merged. */
    RETIRED,
    /** It does not match any more, or others have taken its place. */
    DROPPED,
    /** It was not stored yet. */
    NEW,
    /** It did not match, or others had its place. */
    RISEN,
    /** The question cannot be answered now. */
    UNKNOWN;

    /** Its name on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
