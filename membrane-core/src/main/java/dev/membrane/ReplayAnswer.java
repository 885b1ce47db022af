package dev.membrane;

import dev.membrane.RetrieveAnswer.Selection;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was answered to a question, and what would be answered to it now.
 *
 * @param at when it was answered
 * @param principal who asked
 * @param request what was asked
 * @param records those that were answered, in their order, then those that only would be now. Of
 *     records that the caller may not see any more, or that are gone, there is nothing
 * @param withheld how many of the records that were answered are left out
 * @param selection what was selected; null if nothing was
 * @param selectionNow what would be selected now; null if nothing would be, or the question cannot
 *     be answered now
 * @param refusal why the question cannot be answered now; empty if it can. It asked for an instant
 *     that is not known any more
 */
public record ReplayAnswer(
    Instant at,
    String principal,
    RetrieveRequest request,
    List<ReplayedRecord> records,
    int withheld,
    @Nullable ReplayedSelection selection,
    @Nullable ReplayedSelection selectionNow,
    String refusal) {

  /** Copies the list. */
  public ReplayAnswer {
    records = List.copyOf(records);
  }

  /**
   * A record that was answered to a question, or would be now.
   *
   * @param id its id
   * @param then its place when the question was answered; null if it was not among the answer
   * @param now its place now; null if it would not be among the answer
   * @param difference why the two differ
   */
  public record ReplayedRecord(
      String id,
      @Nullable AnsweredPlace then,
      @Nullable AnsweredPlace now,
      Difference difference) {}

  /**
   * The selection that was answered to a question, or would be now.
   *
   * @param selected the procedures, the best first. Those that the caller may not see any more, or
   *     that are gone, are left out
   * @param confidence as {@link Selection} says
   * @param needsMore as {@link Selection} says
   */
  public record ReplayedSelection(
      List<ReplayedProcedure> selected, double confidence, boolean needsMore) {

    /** Copies the list. */
    public ReplayedSelection {
      selected = List.copyOf(selected);
    }
  }

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
    /** It is not: it is the same version at the same place, whatever its score. */
    NONE,
    /** It is another version. */
    CHANGED,
    /** It is the same version at another place: time has passed or others have come or changed. */
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

  /**
   * A procedure that was selected, or would be now.
   *
   * @param id its id
   * @param score its score, in [0, 1]
   * @param version of the record
   * @param difference why it would be selected in another way now, or was then
   */
  public record ReplayedProcedure(String id, double score, long version, Difference difference) {}
}
