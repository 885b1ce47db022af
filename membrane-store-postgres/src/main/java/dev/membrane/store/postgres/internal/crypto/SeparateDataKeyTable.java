package dev.membrane.store.postgres.internal.crypto;

import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.KeyRow;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.HeldConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Data keys in a database of their own, so that backups of the memory do not have them. A key is
 * retired in the database of the memory before it is destroyed here; one that is retired counts for
 * nothing. Safe for use by many threads.
 */
public final class SeparateDataKeyTable extends DataKeyTable {

  private static final Logger LOG = LoggerFactory.getLogger(SeparateDataKeyTable.class);

  private static final String IS_RETIRED = "SELECT 1 FROM retired_key WHERE id = ?";

  private static final String IS_DESTROYED = "SELECT 1 FROM destroyed_key WHERE id = ?";

  private static final String DESTROY =
      """
      WITH gone AS (
        DELETE FROM data_key
        WHERE id = ? AND EXISTS (SELECT FROM membrane_keys WHERE memory = ?)
        RETURNING id)
      INSERT INTO destroyed_key (id) SELECT id FROM gone ON CONFLICT DO NOTHING
      """;

  private final Database database;
  private final KeysDatabase whole;
  private final HeldConnection memory;

  public SeparateDataKeyTable(Database database, Database memory) {
    super(database);
    this.database = database;
    this.whole = new KeysDatabase(database, memory);
    this.memory = new HeldConnection(memory, "the list of retired keys");
  }

  @Override
  public @Nullable KeyRow byId(int id) {
    return usable(super.byId(id));
  }

  @Override
  public @Nullable KeyRow byScope(String scope) {
    return usable(stored(scope));
  }

  /** The key of a scope, as {@link #byScope}, also if it is retired. */
  public @Nullable KeyRow stored(String scope) {
    return super.byScope(scope);
  }

  /** A table that was restored from an older copy may give numbers again. */
  @Override
  public int last() {
    int last = super.last();
    while (isRetired(last + 1)) {
      last = super.last();
    }
    return last;
  }

  /** An erasure that ended before it had destroyed a key is finished here. */
  @Override
  public @Nullable KeyRow store(KeyRow made, KeyRow ofStore) {
    @Nullable KeyRow stored = super.store(made, ofStore);
    while (stored != null && isRetired(stored.id())) {
      if (!isOwner()) {
        throw new StoreUnavailableException(
            "the key of the scope was retired, and belongs to another database");
      }
      destroy(stored.id());
      stored = super.store(made, ofStore);
    }
    return stored;
  }

  @Override
  public boolean isDestroyed(int id) {
    return isRetired(id) || with(keys -> Database.text(keys, IS_DESTROYED, id)) != null;
  }

  /** Whether the keys belong to the database of the memory, so that it may destroy them. */
  public boolean isOwner() {
    String name = nameOfMemory();
    return Boolean.TRUE.equals(with(keys -> whole.isOwner(keys, name)));
  }

  private String nameOfMemory() {
    return Objects.requireNonNull(memory.with(whole::name));
  }

  /** Removes a retired key, and has the server write the table anew, without its bytes. */
  public void destroy(int id) {
    String owner = nameOfMemory();
    with(
        keys -> {
          Database.update(keys, DESTROY, id, owner);
          return true;
        });
    try (Connection patient = database.patient();
        Statement statement = patient.createStatement()) {
      // Those who read keys wait behind it, as long as it waits for a dump.
      statement.execute("SET lock_timeout = '2s'");
      statement.execute("VACUUM (FULL) data_key");
    } catch (SQLException failure) {
      LOG.warn("{}: the table of data keys was not written anew", database, failure);
    }
  }

  private @Nullable KeyRow usable(@Nullable KeyRow row) {
    return row == null || isRetired(row.id()) ? null : row;
  }

  private boolean isRetired(int id) {
    return id != KeyRow.STORE && memory.with(open -> Database.text(open, IS_RETIRED, id)) != null;
  }

  @Override
  public void close() {
    memory.close();
    super.close();
  }
}
