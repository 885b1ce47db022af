package dev.membrane.spi.commit;

import dev.membrane.spi.store.History;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a changeset does to the versions that a {@link History} has.
 *
 * @param at the instant of the commit: the states that its changes replace are kept as versions
 *     that end then, and so are vectors that are replaced by others, or go with a record whose
 *     versions are kept; null: they are not kept
 * @param erased records whose content is removed from all their versions, those that the changeset
 *     makes included, and whose former vectors are removed; of records that are gone, the versions
 *     are removed, too. No vector that was written before such a version ended is kept any more
 * @param expired versions and vectors that ended before this instant are removed, at most {@value
 *     #MAX} of each; null: none
 */
public record VersionSteps(@Nullable Instant at, List<String> erased, @Nullable Instant expired) {

  /** The most versions, and vectors, that one changeset removes because they are expired. */
  public static final int MAX = 1_000;

  /** No steps. */
  public static final VersionSteps NONE = new VersionSteps(null, List.of(), null);

  /** Copies the list. */
  public VersionSteps {
    erased = List.copyOf(erased);
  }

  /** These, and what changes replace is kept. */
  public VersionSteps keptAt(Instant instant) {
    return new VersionSteps(instant, erased, expired);
  }

  /** Nothing but the removal of versions that ended before an instant. */
  public static VersionSteps expiring(Instant before) {
    return new VersionSteps(null, List.of(), before);
  }

  /** These, and the content of the versions of some records removed. */
  public VersionSteps erasing(List<String> ids) {
    return new VersionSteps(at, ids, expired);
  }
}
