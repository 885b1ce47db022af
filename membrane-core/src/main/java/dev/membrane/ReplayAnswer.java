package dev.membrane;

import java.time.Instant;
import java.util.List;
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
}
