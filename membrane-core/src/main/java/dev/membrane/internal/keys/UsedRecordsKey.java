package dev.membrane.internal.keys;

import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Key;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The key of an episode that tells which records its run used, and what its outcome did to each: an
 * id and a text for each record.
 */
public final class UsedRecordsKey {

  /** How their names begin. */
  public static final String PREFIX = "used:";

  private static final String BETWEEN = " ";
  private static final String IS = "=";

  /** A number as Java writes it. */
  private static final String NUMBER = "-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?";

  /** An id, what was done, and where the salience before, that after and the instant are known. */
  private static final Pattern ENTRY =
      Pattern.compile(
          "[0-9a-f-]{36}=(?:0|-?1)(?:," + NUMBER + "," + NUMBER + ",(?<at>[-0-9T:.]+Z))?");

  private UsedRecordsKey() {}

  /** The name of the key of an episode. */
  public static String name(String episodeId) {
    return PREFIX + episodeId;
  }

  /**
   * Checks a key of another store.
   *
   * @throws ValidationException if no outcome left it
   */
  public static void check(Key key) {
    if (key.name().startsWith(PREFIX)
        && !Stream.of(key.value().split(BETWEEN, -1)).allMatch(UsedRecordsKey::isEntry)) {
      throw new ValidationException("value", "must tell which records a run used");
    }
  }

  private static boolean isEntry(String text) {
    Matcher entry = ENTRY.matcher(text);
    try {
      return text.isEmpty()
          || (entry.matches() && (entry.group("at") == null || isInstant(entry.group("at"))));
    } catch (DateTimeParseException none) {
      return false;
    }
  }

  private static boolean isInstant(String text) {
    return Timestamps.isInRange(Instant.parse(text));
  }

  /** What a key says of each record, by id. */
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
