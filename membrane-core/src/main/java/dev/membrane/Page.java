package dev.membrane;

import java.util.List;

/**
 * A page of a list.
 *
 * @param items in the order of the list
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record Page<T>(List<T> items, String nextCursor) {

  /** Copies the list. */
  public Page {
    items = List.copyOf(items);
  }
}
