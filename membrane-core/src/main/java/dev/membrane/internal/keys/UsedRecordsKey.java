package dev.membrane.internal.keys;

import dev.membrane.spi.Key;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The key of an episode that tells which records its run used, and what its outcome did to each: an
 * id and a text for each record.
 */
public final class UsedRecordsKey {

  private static final String BETWEEN = " ";
  private static final String IS = "=";

  private UsedRecordsKey() {}

  /** The name of the key of an episode. */
  public static String name(String episodeId) {
    return "used:" + episodeId;
  }

  /** What a key tells of each record, by id. */
  public static Map<String, String> read(Key key) {
    Map<String, String> effects = new TreeMap<>();
    for (String entry : key.value().split(BETWEEN, -1)) {
      if (!entry.isEmpty()) {
        String[] parts = entry.split(IS, 2);
        effects.put(parts[0], parts[1]);
      }
    }
    return effects;
  }

  /** The key of an episode. */
  public static Key of(String episodeId, Map<String, String> effects) {
    String value =
        new TreeMap<>(effects)
            .entrySet().stream()
                .map(effect -> effect.getKey() + IS + effect.getValue())
                .collect(Collectors.joining(BETWEEN));
    return new Key(name(episodeId), value, episodeId);
  }
}
