package dev.membrane;

import dev.membrane.schema.RecordView;
import java.util.List;

/**
 * A page of records.
 *
 * @param records at their live salience, in full or redacted; one too large for an answer is there
 *     as its outline
 * @param nextCursor what to ask with for the next page; empty on the last
 */
public record RecordPage(List<RecordView> records, String nextCursor) {

  /** Copies the list. */
  public RecordPage {
    records = List.copyOf(records);
  }
}
