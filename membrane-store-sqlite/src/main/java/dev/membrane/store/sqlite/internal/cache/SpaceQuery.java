package dev.membrane.store.sqlite.internal.cache;

import dev.membrane.schema.MemoryType;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.table.SharedChanges.NewSpace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All of a question that decides which spaces it looks at.
 *
 * @param scopes as columns have them, besides the unscoped; null: all
 */
public record SpaceQuery(
    @Nullable Set<String> scopes,
    int ceiling,
    boolean redactedToo,
    boolean retiredToo,
    Set<MemoryType> types) {

  /** What the objects take besides a scope and a type, about, and what one of these does. */
  private static final int BYTES = 200;

  private static final int BYTES_OF_SCOPE = 120;

  public static SpaceQuery of(Filter filter, Dialect dialect) {
    Visibility visibility = filter.visibility();
    return new SpaceQuery(
        scopes(visibility, dialect),
        visibility.ceiling().level(),
        filter.redactedToo(),
        filter.retiredToo(),
        filter.types());
  }

  private static @Nullable Set<String> scopes(Visibility visibility, Dialect dialect) {
    if (visibility.scopes() == null) {
      return null;
    }
    Set<String> scopes = new HashSet<>();
    visibility.scopes().forEach(scope -> scopes.add(dialect.keyOfScope(scope)));
    return scopes;
  }

  /** Whether it looks at a space. */
  boolean includes(NewSpace space) {
    return types.contains(space.type())
        && space.level() <= ceiling + (redactedToo ? 1 : 0)
        && (scopes == null || isOfOne(scopes, space));
  }

  private static boolean isOfOne(Set<String> scopes, NewSpace space) {
    return !space.whole() && (space.scope().isEmpty() || scopes.contains(space.scope()));
  }

  /** The room it takes in memory, about. */
  int bytes() {
    return BYTES + (scopes == null ? 0 : BYTES_OF_SCOPE * scopes.size());
  }
}
