package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.store.jdbc.internal.search.VisibleSpaces;

/** The spaces that a question looks at. */
public record CachedSpaces(SpaceQuery query, VisibleSpaces spaces) {

  /** What the objects of a space take, about. */
  private static final int BYTES_OF_SPACE = 150;

  /** The room it takes in memory, about. */
  int bytes() {
    return query.bytes() + BYTES_OF_SPACE * (spaces.full().size() + spaces.redacted().size());
  }
}
