package dev.membrane.internal.keys;

import dev.membrane.spi.Key;
import dev.membrane.spi.StoreReader;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys that say which learning stages a store knows: each stage that any process had on it. The
 * value tells how far the stage was given the episodes from before it. They belong to one store,
 * since other processes use another. Stateless and thread-safe.
 */
public final class StageKeys {

  private static final String PREFIX = "stage:";
  private static final String DONE = "done";

  /** More than anybody has; beyond them a stage counts only where it runs. */
  private static final int MOST = 1_000;

  private StageKeys() {}

  /** The name of a stage's key. */
  public static String name(String stage) {
    return PREFIX + stage;
  }

  /** The key of a stage that was given all episodes up to one, in the order of their inserts. */
  public static Key upTo(String stage, String id) {
    return new Key(name(stage), id, null);
  }

  /** The key of a stage that was given all. */
  public static Key done(String stage) {
    return new Key(name(stage), DONE, null);
  }

  /** Whether a key says that its stage was given all. */
  public static boolean isDone(Key key) {
    return key.value().equals(DONE);
  }

  /** Whether a key is one of these. */
  public static boolean isOne(Key key) {
    return key.name().startsWith(PREFIX);
  }

  /** Some stages together with all that a store knows. */
  public static Set<String> with(List<String> stages, StoreReader store) {
    Set<String> all = new TreeSet<>(stages);
    store.keys(PREFIX, "", MOST).forEach(key -> all.add(key.name().substring(PREFIX.length())));
    return all;
  }
}
