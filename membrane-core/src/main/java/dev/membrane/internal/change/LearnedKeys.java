package dev.membrane.internal.change;

import dev.membrane.internal.keys.KeyKinds;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads and names the keys that tell which episodes were learned from. Every stage stores a key for
 * each episode that it has handled, with the version of the episode's content.
 *
 * @param stages the names of the stages that learn from episodes, in their order
 */
public record LearnedKeys(List<String> stages) {

  /** Copies the list. */
  public LearnedKeys {
    stages = List.copyOf(stages);
  }

  /** The version of an episode's content: every part and outcome leaves one more source. */
  private static int versionOf(MemoryRecord episode) {
    return episode.provenance().sources().size();
  }

  /** The name of the key that a stage leaves for an episode. */
  public static String keyName(String stage, String episodeId) {
    return KeyKinds.LESSON + stage + ":" + episodeId;
  }

  /** The value of the key that a stage leaves: the version and what was learned. */
  public static String value(MemoryRecord episode, String lesson) {
    return versionOf(episode) + " " + lesson;
  }

  /** The value of such a key with another lesson of the same version. */
  public static String withLesson(Key key, String lesson) {
    return key.value().substring(0, key.value().indexOf(' ') + 1) + lesson;
  }

  /** What was learned, as the value of such a key says. */
  public static String lesson(Key key) {
    return key.value().substring(key.value().indexOf(' ') + 1);
  }

  /** The ids of those episodes that every stage has handled in their present version. */
  public Set<String> learned(List<StoredRecord> records, MemoryStore store) {
    Map<String, String> versions = new HashMap<>();
    Map<String, Integer> handled = new HashMap<>();
    for (StoredRecord stored : records) {
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
