package dev.membrane.store.sqlite.internal.table;

import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.UnreadableScopeException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;

/** The heads of all audit logs of each scope; an empty scope is none. */
public final class SqliteHeads {

  private static final int HEXADECIMAL = 16;

  /**
   * The column that may be encrypted, with the key of the store, since that of the scope may be
   * destroyed; the scope, as it stands there, stands for the row.
   */
  private static final String SUM = "audit_head.sum";

  private static final String ONE = "SELECT trails, sum FROM audit_head WHERE scope = ?";

  private static final String PUT =
      "INSERT OR REPLACE INTO audit_head (scope, trails, sum) VALUES (?, ?, ?)";

  private static final String ALL = "SELECT scope, trails, sum FROM audit_head ORDER BY scope";

  private static final String DAMAGED = "the head of its audit logs is damaged";

  private SqliteHeads() {}

  /** Adds what has changed, by scope. */
  public static void add(Sql sql, Map<String, AuditHead> heads) throws SQLException {
    for (Map.Entry<String, AuditHead> head : heads.entrySet()) {
      if (!head.getValue().equals(AuditHead.NONE)) {
        add(sql, head.getKey(), head.getValue());
      }
    }
  }

  private static void add(Sql sql, String scope, AuditHead more) throws SQLException {
    StoreCipher cipher = sql.dialect().cipher();
    String name = cipher.scope(scope);
    AuditHead found = sql.first(row -> head(row, scope, name, cipher), ONE, name);
    AuditHead head = Objects.requireNonNullElse(found, AuditHead.NONE).plus(more);
    String sum = head.sum().toString(HEXADECIMAL);
    sql.update(PUT, name, head.trails(), cipher.seal("", SUM, name, sum));
  }

  private static AuditHead head(ResultSet row, String scope, String name, StoreCipher cipher)
      throws SQLException {
    String sum = sum(cipher, name, row.getString(2));
    if (!isNumber(sum)) {
      throw new UnreadableScopeException(RecordRow.scopeOf(scope), DAMAGED, false, null);
    }
    return new AuditHead(row.getLong(1), number(sum));
  }

  public static void report(ReadTransaction rows, Inspection inspection) throws SQLException {
    rows.each(row -> report(row, inspection, rows.dialect().cipher()), ALL);
  }

  private static void report(ResultSet row, Inspection inspection, StoreCipher cipher)
      throws SQLException {
    String scope = scope(cipher, row.getString(1));
    String sum = sum(cipher, row.getString(1), row.getString(3));
    if (isNumber(sum)) {
      AuditHead head = new AuditHead(row.getLong(2), number(sum));
      inspection.head(RecordRow.scopeOf(scope), head);
    } else {
      inspection.fault(null, "the head of scope " + scope + " is not as it was written");
    }
  }

  /** What cannot be decrypted is no scope that there is. */
  private static String scope(StoreCipher cipher, String name) {
    try {
      return cipher.ofScope(name);
    } catch (DecryptionException damaged) {
      return name;
    }
  }

  /** What cannot be decrypted is no number. */
  private static String sum(StoreCipher cipher, String name, String sealed) {
    try {
      return cipher.open(SUM, name, sealed);
    } catch (DecryptionException damaged) {
      return "";
    }
  }

  private static boolean isNumber(String sum) {
    return sum.matches("[0-9a-f]{1,64}");
  }

  /** A sum as the column has it. */
  private static BigInteger number(String sum) {
    return new BigInteger(sum, HEXADECIMAL);
  }
}
