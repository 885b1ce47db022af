package dev.membrane;

import java.time.Instant;
import java.util.List;

/**
 * What was answered to a question, and what would be answered to it now.
 *
 * @param at when it was answered
 * @param principal who asked
 * @param request what was asked
 * @param records those that were answered, in their order, then those that only would be now. Of
 *     records that the caller may not see any more, or that are gone, there is nothing
 * @param withheld how many of the records that were answered are left out
 */
public record ReplayAnswer(
    Instant at,
    String principal,
    RetrieveRequest request,
    List<ReplayedRecord> records,
    int withheld) {

  /** Copies the list. */
  public ReplayAnswer {
    records = List.copyOf(records);
  }
}
