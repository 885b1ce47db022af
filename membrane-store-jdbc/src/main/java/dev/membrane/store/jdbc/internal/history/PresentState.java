package dev.membrane.store.jdbc.internal.history;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.table.HeaderQuery;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What there is of a record: all if it is there, else what a tombstone has.
 *
 * @param doc empty of a tombstone; null: its key was destroyed
 */
public record PresentState(
    long rid,
    String id,
    @Nullable String scope,
    Sensitivity sensitivity,
    @Nullable FormerState state,
    WordList words,
    @Nullable String doc) {

  private static final String PRESENT =
      """
      SELECT m.rid, {text m.id}, m.scope, m.level, <state>, d.words, d.doc
      FROM {list rids} {join} memory m ON m.rid = rids.value
      {join} document d ON d.rid = m.rid
      UNION ALL
      SELECT t.rid, {text t.id}, t.scope, t.level, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL
      FROM {list rids} {join} tombstone t ON t.rid = rids.value
      ORDER BY 1
      """
          .replace("<state>", FormerState.PRESENT);

  /** Those of some records, in the order of arrival. */
  public static List<PresentState> of(ReadTransaction rows, List<Long> rids) throws SQLException {
    return rows.all(
        row -> read(row, rows.dialect()), PRESENT, Map.of("rids", rows.dialect().numbers(rids)));
  }

  private static PresentState read(ResultSet row, Dialect dialect) throws SQLException {
    String id = dialect.plain(row.getString(2));
    FormerState state = row.getObject(5) == null ? null : FormerState.readPresent(row, 5);
    try {
      return new PresentState(
          row.getLong(1),
          id,
          RecordRow.scopeOf(dialect.plainScope(row.getString(3))),
          HeaderQuery.sensitivity(row.getInt(4)),
          state,
          WordList.unlessErased(dialect.cipher(), row.getLong(1), text(row, 11)),
          dialect.cipher().openUnlessErased(Documents.DOC, row.getLong(1), text(row, 12)));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(id, damaged);
    }
  }

  private static String text(ResultSet row, int column) throws SQLException {
    return Objects.requireNonNullElse(row.getString(column), "");
  }
}
