package dev.membrane.store.postgres;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRing;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.jdbc.internal.audit.ScopeRemains;
import dev.membrane.store.jdbc.internal.session.SqlCodes;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.postgres.internal.crypto.SeparateDataKeyTable;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import java.sql.SQLException;
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
    try (BatchedWrites memory = new BatchedWrites(database.transactions(), database, dialect)) {
      memory.update(LIMIT);
      memory.begin(() -> new WriteSet(Set.of(scope), Set.of(), Set.of(), Set.of(), 0, 0));
      if (ScopeRemains.areThere(memory, dialect.keyOfScope(scope), dialect.columnOfScope(scope))) {
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
}
