package dev.membrane.store.jdbc;

import dev.membrane.spi.AuditHead;
import dev.membrane.spi.ConflictException;
import dev.membrane.spi.UnreadableRecordException;
import dev.membrane.store.jdbc.Writes.Conflict;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
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

  private static final String RECORD =
      """
      SELECT %s, version, audits, digest, scope, level,
        coalesce((SELECT a.hash FROM audit a WHERE a.rid = memory.rid ORDER BY a.seq DESC LIMIT 1), ''),
         updated_at, last_reinforced_at, s0,
         %s
      FROM memory WHERE id = ?
      """
          .formatted(SpacePosition.COLUMNS, FigureRow.COLUMNS);

  private static final String WORDS = "SELECT length, words, '' FROM document WHERE rid = ?";

  private static final String TEXT = "SELECT length, words, doc FROM document WHERE rid = ?";

  /**
   * @param doc empty if it was not asked for
   */
  record Text(int length, WordList words, String doc) {}

  /**
   * Reads it within the transaction that changes it.
   *
   * @throws ConflictException if the record is not stored with this version
   * @throws UnreadableRecordException if it cannot be decrypted
   */
  static SeenRecord read(Writes sql, String id, long version) throws SQLException {
    Dialect dialect = sql.dialect();
    SeenRecord seen = sql.first(row -> of(row, dialect), RECORD, dialect.key(id));
    if (seen == null || seen.version() != version) {
      throw new ConflictException(
          Conflict.of("record " + id, version, Optional.ofNullable(seen).map(SeenRecord::version)));
    }
    return seen;
  }

  private static SeenRecord of(ResultSet row, Dialect dialect) throws SQLException {
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

  /** Its words, without its document; none if their key was destroyed. */
  Text words(Writes sql) throws SQLException {
    return text(sql, WORDS);
  }

  Text text(Writes sql) throws SQLException {
    return text(sql, TEXT);
  }

  private Text text(Writes sql, String query) throws SQLException {
    @Nullable Text text = sql.first(row -> text(row, sql.dialect().cipher()), query, rid());
    return Objects.requireNonNull(text, "a record without a document");
  }

  private Text text(ResultSet row, StoreCipher cipher) throws SQLException {
    try {
      return new Text(
          row.getInt(1),
          new WordList(
              Objects.requireNonNullElse(
                  cipher.openUnlessErased(WordList.COLUMN, rid(), row.getString(2)), "")),
          cipher.open(Documents.DOC, rid(), row.getString(3)));
    } catch (DecryptionException damaged) {
      throw new UnreadableRecordException(position.id(), damaged);
    }
  }

  /** The words of a text as the index has them. */
  ListedWords listed(Text text, StoreCipher cipher) {
    return text.words().listed(cipher.words(scope));
  }

  /** The state that ends, with the delta by which its document is made. */
  VersionTable.State state(@Nullable String delta, StoreCipher cipher) {
    return new VersionTable.State(
        rid(),
        version,
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
