package dev.membrane;

import java.util.List;

/**
 * The answer to a batch.
 *
 * @param items one answer for each item, in the order of the items
 */
public record IngestBatchAnswer(List<IngestItemAnswer> items) {

  /** Copies the list. */
  public IngestBatchAnswer {
    items = List.copyOf(items);
  }
}
