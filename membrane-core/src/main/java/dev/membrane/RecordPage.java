package dev.membrane;

import dev.membrane.schema.RecordView;
import java.util.List;

/**
 * A page of records.
 *
 * @param records at their live salience, in full or redacted; one too large for an answer comes as
 *     its outline
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record RecordPage(List<RecordView> records, String nextCursor) {

  /** Copies the list. */
  public RecordPage {
    records = List.copyOf(records);
  }
}
