package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads whole kept runs, which {@link RunTable} writes. */
public final class KeptRuns {

  /** What {@link #read} needs, of the row {@code r}. */
  public static final String COLUMNS =
      "{text r.id}, r.scope, r.level, r.at, r.words, r.tools, r.groups";

  /** The columns that may be encrypted; the id of the run stands for the row. */
  public static final String WORDS = "run.words";

  static final String TOOLS = "run.tools";
  static final String GROUPS = "run.groups";

  private static final RecordCodec CODEC = new RecordCodec();

  private static final String BY_NUMBERS =
      "SELECT " + COLUMNS + " FROM run r WHERE r.number {in numbers}";
  private static final String BY_IDS = "SELECT " + COLUMNS + " FROM run r WHERE r.id {in ids}";

  /** Decrypts a column of a row; null where the run is left out. */
  private interface Opener {
    @Nullable String open(String column, Object row, String sealed);
  }

  private KeptRuns() {}

  /** Whole runs, but those that cannot be decrypted. */
  public static List<KeptRun> byNumbers(ReadTransaction rows, Collection<Long> numbers)
      throws SQLException {
    return find(rows, BY_NUMBERS, Map.of("numbers", rows.dialect().numbers(numbers)));
  }

  /** As {@link #byNumbers}. */
  public static List<KeptRun> byIds(ReadTransaction rows, Collection<String> ids)
      throws SQLException {
    return find(rows, BY_IDS, Map.of("ids", rows.dialect().keys(ids)));
  }

  /** The runs of a query for {@link #COLUMNS}. */
  static List<KeptRun> find(ReadTransaction rows, String query, Map<String, ?> values)
      throws SQLException {
    Dialect dialect = rows.dialect();
    return rows.all(row -> readIfReadable(row, dialect), query, values).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** The run of a row; empty if it cannot be decrypted. */
  static Optional<KeptRun> readIfReadable(ResultSet row, Dialect dialect) throws SQLException {
    return read(row, dialect, dialect.cipher()::openIfReadable);
  }

  /**
   * The run of a row; empty if its key was destroyed.
   *
   * @throws UnreadableRecordException if it is damaged
   */
  public static Optional<KeptRun> readUnlessErased(ResultSet row, Dialect dialect)
      throws SQLException {
    try {
      return read(row, dialect, dialect.cipher()::openUnlessErased);
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(dialect.plain(row.getString(1)), damaged);
    }
  }

  private static Optional<KeptRun> read(ResultSet row, Dialect dialect, Opener cipher)
      throws SQLException {
    String scope = dialect.plainScope(row.getString(2));
    String id = dialect.plain(row.getString(1));
    String words = cipher.open(WORDS, id, row.getString(5));
    String tools = cipher.open(TOOLS, id, row.getString(6));
    String groups = cipher.open(GROUPS, id, row.getString(7));
    return words == null || tools == null || groups == null
        ? Optional.empty()
        : Optional.of(
            new KeptRun(
                id,
                RecordRow.scopeOf(scope),
                HeaderQuery.sensitivity(row.getInt(3)),
                Timestamps.ofEpochMicros(row.getLong(4)),
                counts(words),
                counts(tools),
                texts(groups)));
  }

  /** In order, so that equal runs are equal rows. */
  static String text(Map<String, Integer> counts) {
    return CODEC.write(JsonValue.of(new TreeMap<>(counts)));
  }

  static String text(List<String> texts) {
    return CODEC.write(JsonValue.of(texts));
  }

  /** The counts that a column holds. */
  public static Map<String, Integer> counts(String json) {
    return CODEC.parseCounts("run", json);
  }

  private static List<String> texts(String json) {
    List<String> texts = new ArrayList<>();
    JsonArray array = (JsonArray) CODEC.parse("run", json);
    array.items().forEach(text -> texts.add(((JsonString) text).value()));
    return texts;
  }
}
