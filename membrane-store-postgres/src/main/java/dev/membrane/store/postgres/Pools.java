package dev.membrane.store.postgres;

import dev.membrane.store.jdbc.RecentIds;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the words of the records that are seen together: of each scope and level, and of each
 * level over all scopes. Unscoped records are counted once, for everybody sees them. For the
 * writer.
 */
final class Pools {

  private static final String FIND =
      "SELECT id FROM pool WHERE whole = ? AND scope = ? AND level = ?";

  private static final String ADD_POOL =
      """
      INSERT INTO pool (whole, scope, level, records, length) VALUES (?, ?, ?, 0, 0) RETURNING id
      """;

  private static final String ADD_TO_POOL =
      "UPDATE pool SET records = records + ?, length = length + ? WHERE id = ?";

  // All the words of a pool at once: a statement for each would take most of the writer's time.
  private static final String ADD_TO_WORDS =
      """
      INSERT INTO pool_word (pool, word, records)
      SELECT ?, d.word, d.records FROM unnest(?, ?) AS d (word, records)
      ON CONFLICT (pool, word) DO UPDATE SET records = pool_word.records + excluded.records
      """;

  private static final String DROP_WORDS =
      "DELETE FROM pool_word WHERE pool = ? AND records = 0 AND word = ANY (?)";

  private final Sql sql;
  private final Map<Kind, Long> recent = new RecentIds<>();

  private record Kind(boolean whole, String scope, int level) {}

  Pools(Sql sql) {
    this.sql = sql;
  }

  /** Notes that a record comes (1) or goes (-1). */
  void count(String scope, int level, int sign, int length, List<String> terms, Effects effects)
      throws SQLException {
    effects.count(idOf(false, scope, level), sign, length, terms);
    if (!scope.isEmpty()) {
      effects.count(idOf(true, "", level), sign, length, terms);
    }
  }

  /** Writes what was noted. */
  void write(Effects effects) {
    for (Map.Entry<Long, Effects.PoolDelta> pool : effects.pools().entrySet()) {
      Effects.PoolDelta delta = pool.getValue();
      sql.later(Sql.Group.POSTING, ADD_TO_POOL, delta.records(), delta.length(), pool.getKey());
    }
    // In the order of the table, which is then written from one end to the other.
    for (Map.Entry<Long, Map<String, Long>> words : new TreeMap<>(effects.words()).entrySet()) {
      write(words.getKey(), new TreeMap<>(words.getValue()));
    }
  }

  /** What was looked up may have been rolled back. */
  void forget() {
    recent.clear();
  }

  private void write(long pool, Map<String, Long> deltas) {
    deltas.values().removeIf(delta -> delta == 0);
    String[] words = deltas.keySet().toArray(String[]::new);
    Long[] records = deltas.values().toArray(Long[]::new);
    sql.later(Sql.Group.POSTING, ADD_TO_WORDS, pool, words, records);
    if (deltas.values().stream().anyMatch(delta -> delta < 0)) {
      sql.later(Sql.Group.POSTING, DROP_WORDS, pool, words);
    }
  }

  /** The pool of a scope (or, with an empty one, of all) and a level, made if it is new. */
  long idOf(boolean whole, String scope, int level) throws SQLException {
    Kind kind = new Kind(whole, scope, level);
    Long known = recent.get(kind);
    if (known != null) {
      return known;
    }
    Long found = find(FIND, kind);
    long id = found == null ? Objects.requireNonNull(find(ADD_POOL, kind)) : found;
    recent.put(kind, id);
    return id;
  }

  private @Nullable Long find(String query, Kind kind) throws SQLException {
    return sql.first(
        row -> row.getLong(1), query, kind.whole(), Texts.key(kind.scope()), kind.level());
  }
}
