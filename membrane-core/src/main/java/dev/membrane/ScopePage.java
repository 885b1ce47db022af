package dev.membrane;

import dev.membrane.spi.ScopeCount;
import java.util.List;

/**
 * A page of scopes.
 *
 * @param scopes those of which the caller sees a record in full, with how many; by name, and what
 *     has no scope first
 * @param nextCursor what to ask with for the next page; empty on the last
 */
public record ScopePage(List<ScopeCount> scopes, String nextCursor) {

  /** Copies the list. */
  public ScopePage {
    scopes = List.copyOf(scopes);
  }
}
