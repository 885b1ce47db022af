package dev.membrane.consolidate;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.spi.Episode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lessons that were dear to get. A batch that fails is tried again episode by episode, and a commit
 * that lost a race is made again; neither is a reason to ask a model twice. Thread-safe.
 */
final class RecentLessons {

  private static final int MOST = 256;

  private final Map<Version, JsonObject> lessons =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, JsonObject> eldest) {
          return size() > MOST;
        }
      };

  private record Version(
      String id, Instant updatedAt, Instant settledAt, @Nullable OutcomeStatus end, int length) {

    static Version of(Episode episode) {
      MemoryRecord record = episode.record();
      EpisodicPayload trace = episode.trace();
      return new Version(
          record.id(),
          record.updatedAt(),
          episode.settledAt(),
          trace.outcome(),
          trace.timeline().size());
    }
  }

  JsonObject of(Episode episode, Function<Episode, JsonObject> asking) {
    JsonObject known = known(episode);
    return known == null ? remember(episode, asking.apply(episode)) : known;
  }

  boolean has(Episode episode) {
    return known(episode) != null;
  }

  JsonObject remember(Episode episode, JsonObject lesson) {
    synchronized (lessons) {
      lessons.put(Version.of(episode), lesson);
    }
    return lesson;
  }

  private @Nullable JsonObject known(Episode episode) {
    synchronized (lessons) {
      return lessons.get(Version.of(episode));
    }
  }
}
