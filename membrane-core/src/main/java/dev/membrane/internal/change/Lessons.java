package dev.membrane.internal.change;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells which episodes were learned from. Every stage stores a key for each episode that it has
 * handled, with the version of the episode's content.
 *
 * @param stages the names of the stages that learn from episodes, in their order
 */
public record Lessons(List<String> stages) {

  /** An episode without an outcome settles this long after its last part. */
  private static final Duration PATIENCE = Duration.ofHours(24);

  private static final Set<AuditAction> ADDITIONS = Set.of(AuditAction.CREATE, AuditAction.REVISE);

  /** Copies the list. */
  public Lessons {
    stages = List.copyOf(stages);
  }

  /** When an episode settles: with its outcome, or some time after its last part. */
  public static Instant settledAt(MemoryRecord episode) {
    return settledAt(episode, lastAddition(episode));
  }

  /** When an episode settles to which nothing was added after an instant. */
  static Instant settledAt(MemoryRecord episode, Instant last) {
    boolean isOver = ((EpisodicPayload) episode.payload()).outcome() != null;
    return isOver ? last : last.plus(PATIENCE);
  }

  /**
   * When something was last added to an episode, by its audit log: changes of salience add nothing.
   * The log may be an excerpt, whose last half has no gap. What was added before that half was
   * added before the first entry of it.
   */
  private static Instant lastAddition(MemoryRecord episode) {
    List<AuditEntry> log = episode.auditLog();
    int from = Math.max(0, log.size() - Stored.AUDIT_EXCERPT / 2);
    for (int i = log.size() - 1; i > from; i--) {
      if (ADDITIONS.contains(log.get(i).action())) {
        return log.get(i).timestamp();
      }
    }
    return log.isEmpty() ? episode.updatedAt() : log.get(from).timestamp();
  }

  /** The version of an episode's content: every part and outcome leaves one more source. */
  public static int versionOf(MemoryRecord episode) {
    return episode.provenance().sources().size();
  }

  /** The name of the key that a stage leaves for an episode. */
  public static String keyName(String stage, String episodeId) {
    return "learned:" + stage + ":" + episodeId;
  }

  /** The value of the key that a stage leaves: the version and what was learned. */
  public static String value(MemoryRecord episode, String lesson) {
    return versionOf(episode) + " " + lesson;
  }

  /** What was learned, of such a value. */
  public static String lesson(Key key) {
    return key.value().substring(key.value().indexOf(' ') + 1);
  }

  /** The ids of those among some records that every stage has handled as they are. */
  public Set<String> learned(List<Stored> records, MemoryStore store) {
    Map<String, String> versions = new HashMap<>();
    Map<String, Integer> handled = new HashMap<>();
    for (Stored stored : records) {
      MemoryRecord record = stored.record();
      if (record.payload() instanceof EpisodicPayload) {
        versions.put(record.id(), versionOf(record) + " ");
      }
    }
    List<String> names =
        versions.keySet().stream()
            .flatMap(id -> stages.stream().map(stage -> keyName(stage, id)))
            .toList();
    List<Key> keys = names.isEmpty() ? List.of() : store.find(names);
    for (Key key : keys) {
      String id = String.valueOf(key.owner());
      if (key.value().startsWith(versions.getOrDefault(id, "none"))) {
        handled.merge(id, 1, Integer::sum);
      }
    }
    return handled.entrySet().stream()
        .filter(entry -> entry.getValue() == stages.size())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
