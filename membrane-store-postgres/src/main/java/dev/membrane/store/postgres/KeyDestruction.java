package dev.membrane.store.postgres;

import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.store.jdbc.SqlCodes;
import dev.membrane.store.jdbc.WriteSet;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Destroys the keys of scopes of which nothing is left, in the database of the keys.
 *
 * @param keys of the database
 * @param ring those that this node knows
 */
record KeyDestruction(
    Database database, SeparateDataKeyTable keys, KeyRing ring, PostgresDialect dialect) {

  // What only the key of a scope decrypts. Entries of type delete have the key of the store.
  private static final String IS_ANY_LEFT =
      """
      SELECT EXISTS (
          SELECT 1 FROM space s JOIN memory m ON m.space = s.id WHERE s.scope = :key)
        OR EXISTS (SELECT 1 FROM moved_from WHERE scope = :key)
        OR EXISTS (SELECT 1 FROM pool p JOIN run r ON r.pool = p.id WHERE p.scope = :key)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN version v ON v.rid = t.rid
          WHERE t.scope = :column AND v.delta <> '!')
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN former_vector f ON f.rid = t.rid WHERE t.scope = :column)
        OR EXISTS (
          SELECT 1 FROM tombstone t JOIN audit a ON a.rid = t.rid
          WHERE t.scope = :column AND a.action <> 'delete' AND (a.nonce <> '' OR a.rationale <> ''))
      """;

  // A node that is cut off while it asks for the key does not keep the scope locked.
  private static final String LIMIT = "SET LOCAL idle_in_transaction_session_timeout = '10s'";

  // Numbers have to follow the commits.
  private static final String TURN = "LOCK TABLE retired_key IN SHARE ROW EXCLUSIVE MODE";

  private static final String RETIRE =
      "INSERT INTO retired_key (id) VALUES (?) ON CONFLICT DO NOTHING";

  /**
   * Destroys the key of a scope. It is retired first, while nobody writes to the scope: from then
   * on no node encrypts anything with it, whatever becomes of the rest.
   *
   * @return false if something of the scope is left, or the keys belong to another database
   * @throws StoreUnavailableException if a database does not answer; it may be tried again
   */
  boolean destroy(String scope) {
    try (BatchedWrites memory =
        new BatchedWrites(database.transactions(), new ScopeLocks(database.lock()), dialect)) {
      memory.update(LIMIT);
      memory.begin(() -> new WriteSet(Set.of(scope), Set.of(), Set.of(), Set.of(), 0, 0));
      if (isAnyLeft(memory, scope)) {
        return false;
      }
      @Nullable KeyRow row = keys.stored(dialect.cipher().scope(scope));
      if (row != null && !keys.isOwner()) {
        return false;
      }
      if (row != null) {
        memory.update(TURN);
        memory.update(RETIRE, row.id());
        memory.commit();
        ring.forget(row.id());
        keys.destroy(row.id());
      }
      return true;
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the database cannot be read", SqlCodes.of(failure), failure);
    }
  }

  private boolean isAnyLeft(BatchedWrites memory, String scope) throws SQLException {
    return memory
        .all(
            row -> row.getBoolean(1),
            IS_ANY_LEFT,
            Map.of("key", dialect.keyOfScope(scope), "column", dialect.columnOfScope(scope)))
        .get(0);
  }
}
