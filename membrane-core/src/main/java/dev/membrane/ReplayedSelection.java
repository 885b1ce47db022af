package dev.membrane;

import dev.membrane.ReplayedRecord.Difference;
import java.util.List;

/**
 * The selection that was answered to a question, or would be now.
 *
 * @param selected the procedures, the best first. Those that the caller may not see any more, or
 *     that are gone, are left out
 * @param confidence as {@link Selection} says
 * @param needsMore as {@link Selection} says
 */
public record ReplayedSelection(List<Procedure> selected, double confidence, boolean needsMore) {

  /** Copies the list. */
  public ReplayedSelection {
    selected = List.copyOf(selected);
  }

  /**
   * A procedure that was selected, or would be now.
   *
   * @param id its id
   * @param score its score, in [0, 1]
   * @param version of the record
   * @param difference why it would be selected in another way now, or was then
   */
  public record Procedure(String id, double score, long version, Difference difference) {}
}
