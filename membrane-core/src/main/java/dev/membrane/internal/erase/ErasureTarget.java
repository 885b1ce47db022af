package dev.membrane.internal.erase;

import dev.membrane.EraseRequest;
import dev.membrane.spi.search.Visibility;

/**
 * What is erased.
 *
 * @param request names it
 * @param visibility what whoever erases sees of it, and of what was learned from it
 */
record ErasureTarget(EraseRequest request, Visibility visibility) {

  /** Whether it is a scope with all that it has, its lessons and notes among that. */
  boolean isScope() {
    return request.scope() != null;
  }
}
