package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.postgres.internal.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has a node forget the data keys that other nodes have retired. It looks for them in each
 * transaction: a reader would search with the words of a key that is gone, and what a writer
 * encrypts with it could never be read. Safe for use by many threads.
 */
public final class RetiredDataKeys {

  private static final String LAST = "SELECT coalesce(max(number), 0) FROM retired_key";

  private static final String SINCE =
      "SELECT number, id FROM retired_key WHERE number > :seen ORDER BY number";

  private final KeyRing ring;
  private final AtomicLong seen;

  private RetiredDataKeys(KeyRing ring, long seen) {
    this.ring = ring;
    this.seen = new AtomicLong(seen);
  }

  /**
   * Those of a database.
   *
   * @param ring knows no key of a scope yet
   */
  public static RetiredDataKeys of(Connection connection, KeyRing ring) {
    try {
      String last = Objects.requireNonNull(Database.text(connection, LAST));
      return new RetiredDataKeys(ring, Long.parseLong(last));
    } catch (SQLException failure) {
      throw new StoreUnavailableException("the list of retired keys cannot be read", failure);
    }
  }

  /** At the beginning of a transaction; in one that writes, once it has the locks of its scopes. */
  public void forget(ReadTransaction rows) throws SQLException {
    rows.each(row -> forget(row.getLong(1), row.getInt(2)), SINCE, Map.of("seen", seen.get()));
  }

  private void forget(long number, int id) {
    ring.forget(id);
    seen.accumulateAndGet(number, Math::max);
  }
}
