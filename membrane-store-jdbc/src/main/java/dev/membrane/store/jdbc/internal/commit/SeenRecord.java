package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.figures.FigureRow;
import dev.membrane.store.jdbc.internal.history.FormerState;
import dev.membrane.store.jdbc.internal.row.Documents;
import dev.membrane.store.jdbc.internal.table.LoggedEntry;
import dev.membrane.store.jdbc.internal.table.SpacePosition;
import dev.membrane.store.jdbc.internal.words.ListedWords;
import dev.membrane.store.jdbc.internal.words.WordList;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What of a stored record decides how it changes. */
record SeenRecord(
    SpacePosition position,
    long version,
    int audits,
    String digest,
    String scope,
    int level,
    String head,
    long updatedAt,
    long lastReinforcedAt,
    double s0,
    FigureRow figures) {

  /** What {@link #of} reads, of the row {@code m}. */
  static final String COLUMNS =
      """
      %s, version, audits, digest, scope, level,
        coalesce((SELECT a.hash FROM audit a WHERE a.rid = m.rid ORDER BY a.seq DESC LIMIT 1), ''),
         updated_at, last_reinforced_at, s0,
         %s
      """
          .formatted(SpacePosition.COLUMNS, FigureRow.COLUMNS);

  /**
   * @param doc empty if it was not asked for
   */
  record Text(int length, WordList words, String doc) {}

  /**
   * Reads it within the transaction that changes it.
   *
   * @throws UnreadableRecordException if it cannot be decrypted
   */
  static SeenRecord of(ResultSet row, Dialect dialect) throws SQLException {
    SpacePosition position = SpacePosition.of(row, dialect);
    try {
      return new SeenRecord(
          position,
          row.getLong(11),
          row.getInt(12),
          row.getString(13),
          dialect.plainScope(row.getString(14)),
          row.getInt(15),
          dialect.cipher().open(LoggedEntry.HASH, row.getLong(1), row.getString(16)),
          row.getLong(17),
          row.getLong(18),
          row.getDouble(19),
          FigureRow.read(row, 20));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(position.id(), damaged);
    }
  }

  long rid() {
    return position.rid();
  }

  /** What its trail is in the head of its scope. */
  AuditHead trail() {
    return AuditHead.of(position.id(), head);
  }

  /**
   * Its text, of the columns of its document; without words if their key was destroyed.
   *
   * @param doc empty: not asked for
   * @throws UnreadableRecordException if it cannot be decrypted
   */
  Text text(int length, String words, String doc, StoreCipher cipher) {
    try {
      return new Text(
          length,
          WordList.unlessErased(cipher, rid(), words),
          cipher.open(Documents.DOC, rid(), doc));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(position.id(), damaged);
    }
  }

  /** The words of a text as the index has them. */
  ListedWords listed(Text text, StoreCipher cipher) {
    return text.words().listed(cipher.words(scope));
  }

  /** The state that ends at an instant, with the delta by which its document is made. */
  FormerState state(long until, @Nullable String delta, StoreCipher cipher) {
    return new FormerState(
        rid(),
        version,
        until,
        audits,
        updatedAt,
        lastReinforcedAt,
        s0,
        position.t0(),
        delta == null
            ? null
            : cipher.seal(scope, FormerState.DELTA, FormerState.place(rid(), version), delta));
  }
}
