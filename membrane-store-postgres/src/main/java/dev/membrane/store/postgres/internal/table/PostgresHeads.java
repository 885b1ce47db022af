package dev.membrane.store.postgres.internal.table;

import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.UnreadableScopeException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.words.ShortDigest;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The heads of all audit logs of each scope; an empty scope is none. Whoever writes has the turn of
 * the scopes, so that a sum that is encrypted may be read and written again.
 */
public final class PostgresHeads {

  private static final String ADD =
      """
      INSERT INTO audit_head (digest, scope, trails, sum)
      SELECT h.digest, h.scope, h.trails, CAST(h.sum AS numeric)
      FROM unnest(?, ?, ?, ?) AS h (digest, scope, trails, sum)
      ON CONFLICT (digest) DO UPDATE SET
        trails = audit_head.trails + excluded.trails,
        sum = mod(audit_head.sum + excluded.sum, trunc(power(2::numeric, 256)))
      """;

  private static final String PUT_SEALED =
      """
      INSERT INTO audit_head (digest, scope, trails, sum, sealed_sum)
      SELECT h.digest, h.scope, h.trails, 0, h.sealed_sum
      FROM unnest(?, ?, ?, ?) AS h (digest, scope, trails, sealed_sum)
      ON CONFLICT (digest) DO UPDATE SET
        trails = audit_head.trails + excluded.trails, sealed_sum = excluded.sealed_sum
      """;

  private static final String SEALED =
      "SELECT scope, trails, sealed_sum FROM audit_head WHERE digest {in digests}";

  private static final String ALL =
      "SELECT scope, trails, sum, digest, sealed_sum FROM audit_head ORDER BY digest";

  /** The column that may be encrypted; the scope, as it stands there, stands for the row. */
  private static final String SUM = "audit_head.sum";

  private PostgresHeads() {}

  /** Adds what has changed, by scope. */
  public static void add(WriteTransaction sql, Map<String, AuditHead> heads) throws SQLException {
    Dialect dialect = sql.dialect();
    SortedMap<String, AuditHead> changed = new TreeMap<>(heads);
    changed.values().removeIf(AuditHead.NONE::equals);
    Map<String, AuditHead> before =
        dialect.cipher().isPlain() ? Map.of() : sealed(sql, changed.keySet());
    for (Map.Entry<String, AuditHead> head : changed.entrySet()) {
      String scope = dialect.columnOfScope(head.getKey());
      AuditHead more = head.getValue();
      if (dialect.cipher().isPlain()) {
        sql.row(
            WriteGroup.AUDIT,
            ADD,
            ShortDigest.of(scope),
            scope,
            more.trails(),
            more.sum().toString());
      } else {
        BigInteger sum = before.getOrDefault(scope, AuditHead.NONE).plus(more).sum();
        // With the key of the store, as the head stays when the scope is erased.
        String sealed = dialect.cipher().seal("", SUM, scope, sum.toString());
        sql.row(WriteGroup.AUDIT, PUT_SEALED, ShortDigest.of(scope), scope, more.trails(), sealed);
      }
    }
  }

  /** What there is, by the scope as the column has it. */
  private static Map<String, AuditHead> sealed(WriteTransaction sql, Set<String> scopes)
      throws SQLException {
    Dialect dialect = sql.dialect();
    Object digests =
        dialect.texts(scopes.stream().map(dialect::columnOfScope).map(ShortDigest::of).toList());
    return sql.map(
        row -> row.getString(1),
        row -> new AuditHead(row.getLong(2), sealedSum(row, row.getString(1), dialect)),
        SEALED,
        Map.of("digests", digests));
  }

  private static BigInteger sealedSum(ResultSet row, String column, Dialect dialect)
      throws SQLException {
    try {
      String sealed = Objects.requireNonNullElse(row.getString(3), "");
      return new BigInteger(dialect.cipher().open(SUM, column, sealed));
    } catch (DecryptionException | NumberFormatException damaged) {
      String scope = dialect.plainScope(column);
      throw new UnreadableScopeException(
          RecordRow.scopeOf(scope), "the head of its audit logs is damaged", false, damaged);
    }
  }

  public static void report(ReadTransaction rows, Inspection inspection) throws SQLException {
    rows.each(row -> report(row, inspection, rows.dialect()), ALL);
  }

  private static void report(ResultSet row, Inspection inspection, Dialect dialect)
      throws SQLException {
    String column = row.getString(1);
    boolean isWhole =
        dialect.cipher().isPlain() ? row.getString(5) == null : row.getBigDecimal(3).signum() == 0;
    if (!isWhole || !row.getString(4).equals(ShortDigest.of(column))) {
      inspection.fault(null, "the head of scope " + column + " is not as it was written");
    }
    try {
      String scope = dialect.plainScope(column);
      AuditHead head = new AuditHead(row.getLong(2), sum(row, column, dialect.cipher()));
      inspection.head(RecordRow.scopeOf(scope), head);
    } catch (DecryptionException damaged) {
      inspection.fault(null, "the head of scope " + column + " cannot be decrypted");
    }
  }

  private static BigInteger sum(ResultSet row, String column, StoreCipher cipher)
      throws SQLException {
    if (cipher.isPlain()) {
      return row.getBigDecimal(3).toBigInteger();
    }
    String sealed = Objects.requireNonNullElse(row.getString(5), "");
    String sum = cipher.open(SUM, column, sealed);
    return sum.isEmpty() ? BigInteger.ZERO : new BigInteger(sum);
  }
}
