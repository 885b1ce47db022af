package dev.membrane.store.jdbc.internal.table;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.SalienceColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of records by their ids, with one statement however many there are. Of a
 * document only the length is needed, which databases know without reading it.
 */
public final class HeaderQuery {

  private static final String HEADERS =
      """
      SELECT {text m.id}, m.scope, m.level, m.type, m.confidence, m.created_at, m.updated_at,
             {length d.doc},
             m.curve, m.half_life, m.min_salience, m.pinned, m.s0, m.t0, m.log2_s0
      FROM memory m LEFT JOIN document d ON d.rid = m.rid
      WHERE m.id {in ids}
      UNION ALL
      SELECT {text t.id}, t.scope, t.level,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
      FROM tombstone t
      WHERE t.id {in ids}
      """;

  private static final String DELETED =
      """
      SELECT {text t.id} FROM tombstone t
      WHERE t.id > :after AND t.level <= :most AND (:all = 1 OR t.scope {in scopes})
      ORDER BY t.id
      LIMIT :limit
      """;

  private static final int LENGTH = 8;
  private static final int CURVE = 9;

  private HeaderQuery() {}

  /**
   * The headers of those ids that were ever used, in their order.
   *
   * @throws UnreadableRecordException if what is stored of one of them is no header any more; all
   *     others of which that is so are suppressed exceptions
   */
  public static List<RecordHeader> read(ReadTransaction rows, Collection<String> ids, Instant at)
      throws SQLException {
    Dialect dialect = rows.dialect();
    Map<String, RecordHeader> headers = new HashMap<>();
    UnreadableRecords unreadable = new UnreadableRecords();
    rows.each(
        row -> {
          try {
            RecordHeader header = header(row, dialect, at);
            headers.put(header.id(), header);
          } catch (UnreadableRecordException damaged) {
            unreadable.add(damaged);
          }
        },
        HEADERS,
        Map.of("ids", dialect.keys(ids)));
    unreadable.throwAny();
    return ids.stream().distinct().map(headers::get).filter(Objects::nonNull).toList();
  }

  /** The ids of deleted records that would be seen, in order. */
  public static List<String> deleted(
      ReadTransaction rows, Visibility visibility, String after, int limit) throws SQLException {
    Dialect dialect = rows.dialect();
    Map<String, Object> values = seen(dialect, visibility);
    values.put("after", dialect.key(after));
    values.put("limit", limit);
    return rows.all(row -> dialect.plain(row.getString(1)), DELETED, values);
  }

  /**
   * The parameters by which records and tombstones are compared with what a caller sees in full:
   * {@code most}, their level; {@code all}, 1 if their scope does not matter; else {@code scopes}.
   */
  public static Map<String, Object> seen(Dialect dialect, Visibility visibility) {
    Set<String> scopes = new HashSet<>();
    scopes.add(RecordRow.scope(null));
    if (visibility.scopes() != null) {
      visibility.scopes().forEach(scope -> scopes.add(dialect.columnOfScope(scope)));
    }
    Map<String, Object> values = new HashMap<>();
    values.put("most", visibility.ceiling().level());
    values.put("all", visibility.scopes() == null ? 1 : 0);
    values.put("scopes", dialect.texts(scopes));
    return values;
  }

  private static RecordHeader header(ResultSet row, Dialect dialect, Instant at)
      throws SQLException {
    String id = dialect.plain(row.getString(1));
    try {
      @Nullable String scope = RecordRow.scopeOf(dialect.plainScope(row.getString(2)));
      Sensitivity sensitivity = sensitivity(row.getInt(3));
      if (row.getString(4) == null) {
        return RecordHeader.deleted(id, scope, sensitivity);
      }
      Long length = Nullables.number(row, LENGTH);
      if (length == null) {
        throw new ValidationException("doc", "is missing");
      }
      RedactedRecord outline =
          new RedactedRecord(
              id,
              MemoryType.of("type", row.getString(4)),
              sensitivity,
              row.getDouble(5),
              SalienceColumns.read(row, CURVE).at(at),
              scope,
              Timestamps.ofEpochMicros(row.getLong(6)),
              Timestamps.ofEpochMicros(row.getLong(7)));
      return RecordHeader.of(outline, length);
    } catch (ValidationException | DecryptionException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }

  /** A level that there is not is taken for the highest. */
  public static Sensitivity sensitivity(int level) {
    return Arrays.stream(Sensitivity.values())
        .filter(sensitivity -> sensitivity.level() == level)
        .findFirst()
        .orElse(Sensitivity.HYPER);
  }
}
