package dev.membrane;

import dev.membrane.spi.ScopeCount;
import java.util.List;

/**
 * A page of scopes.
 *
 * @param scopes those in which the caller sees records in full, with their number; unscoped records
 *     first, then by name
 * @param nextCursor the cursor of the next page; empty on the last page
 */
public record ScopePage(List<ScopeCount> scopes, String nextCursor) {

  /** Copies the list. */
  public ScopePage {
    scopes = List.copyOf(scopes);
  }
}
