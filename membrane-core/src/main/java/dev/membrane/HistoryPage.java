package dev.membrane;

import java.util.List;

/**
 * A page of the versions of a record, the oldest first.
 *
 * @param versions those that the caller may see in full, by what they were and by what the record
 *     is today
 * @param nextCursor asks for the next page; empty: this is the last
 */
public record HistoryPage(List<HistoryEntry> versions, String nextCursor) {

  /** Copies the list. */
  public HistoryPage {
    versions = List.copyOf(versions);
  }
}
