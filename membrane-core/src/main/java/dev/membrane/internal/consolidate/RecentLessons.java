package dev.membrane.internal.consolidate;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Episode;
import dev.membrane.spi.ModelException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache of lessons that were expensive to get. A batch that fails is tried again episode by
 * episode, and a commit that lost a race is made again. In neither case should a model be asked
 * twice. Thread-safe.
 *
 * @param <L> the lessons; an episode may have none
 */
public final class RecentLessons<L> {

  private static final int MAX = 256;

  private final Map<LessonVersion, Optional<L>> lessons =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LessonVersion, Optional<L>> eldest) {
          return size() > MAX;
        }
      };

  /** The failures of a batch. The attempt with an episode alone fails alike, without asking. */
  private final Map<LessonVersion, ModelException> failures = new HashMap<>();

  private record LessonVersion(
      String id, Instant updatedAt, Instant settledAt, @Nullable OutcomeStatus end, int length) {

    static LessonVersion of(Episode episode) {
      MemoryRecord record = episode.record();
      EpisodicPayload trace = episode.trace();
      return new LessonVersion(
          record.id(),
          record.updatedAt(),
          episode.settledAt(),
          trace.outcome(),
          trace.timeline().size());
    }
  }

  public Optional<L> of(Episode episode, Function<Episode, Optional<L>> asking) {
    Optional<L> known = known(episode);
    return known == null ? remember(episode, asked(episode, asking)) : known;
  }

  private Optional<L> asked(Episode episode, Function<Episode, Optional<L>> asking) {
    LessonVersion version = LessonVersion.of(episode);
    ModelException before = failureOf(version);
    if (before != null) {
      throw before;
    }
    try {
      return asking.apply(episode);
    } catch (ModelException failure) {
      if (!failure.isRefusal()) {
        synchronized (lessons) {
          failures.put(version, failure);
        }
      }
      throw failure;
    }
  }

  /** The failure of a batch, which is told once: the next run asks anew. */
  private @Nullable ModelException failureOf(LessonVersion version) {
    synchronized (lessons) {
      return failures.remove(version);
    }
  }

  public boolean has(Episode episode) {
    return known(episode) != null;
  }

  public Optional<L> remember(Episode episode, Optional<L> lesson) {
    synchronized (lessons) {
      lessons.put(LessonVersion.of(episode), lesson);
    }
    return lesson;
  }

  @SuppressWarnings("NullableOptional") // null: it was never asked about
  private @Nullable Optional<L> known(Episode episode) {
    synchronized (lessons) {
      return lessons.get(LessonVersion.of(episode));
    }
  }
}
