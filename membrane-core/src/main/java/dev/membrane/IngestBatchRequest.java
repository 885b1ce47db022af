package dev.membrane;

import dev.membrane.internal.value.Elements;
import java.util.List;

/**
 * Several pieces of experience that are handed in together.
 *
 * @param items in their order, at most {@value #MAX_ITEMS}, of any kinds
 * @param allOrNothing whether one faulty item refuses all of them
 */
public record IngestBatchRequest(List<IngestRequest> items, boolean allOrNothing) {

  /** The most items of a batch. */
  public static final int MAX_ITEMS = 1_000;

  /** Copies the list. */
  public IngestBatchRequest {
    items = Elements.of("items", items);
  }

  /** Items that are each stored or refused by themselves. */
  public static IngestBatchRequest of(List<? extends IngestRequest> items) {
    return new IngestBatchRequest(Elements.of("items", items), false);
  }

  /** Items of which all are stored or none. */
  public static IngestBatchRequest allOrNothing(List<? extends IngestRequest> items) {
    return new IngestBatchRequest(Elements.of("items", items), true);
  }
}
