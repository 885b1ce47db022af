package dev.membrane.store.postgres;

import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.keys.StoreEncryption;
import dev.membrane.spi.keys.StoreEncryption.EncryptedCopy;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.jdbc.crypto.DecryptionException;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.Rewrapping;
import dev.membrane.store.postgres.internal.crypto.DataKeyTable;
import dev.membrane.store.postgres.internal.crypto.EncryptionState;
import dev.membrane.store.postgres.internal.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an operator does with the keys of the database of a configuration. */
record PostgresEncryption(PostgresConfig config) implements StoreEncryption {

  private static final String NO_KEY =
      ": no key is configured (encryption_key_file or key_provider)";

  /** Nodes may have it open: they take the other key when they are told to. */
  @Override
  public long rotate(Supplier<KeyEncryptionKey> other) {
    Database database = new Database(config.access());
    try (KeyWrapping before = KeyWrapping.open(database, config.key());
        KeyWrapping after = KeyWrapping.open(database, other);
        DataKeyTable keys = DatabaseEncryption.keys(database)) {
      if (before == null || after == null) {
        throw StoreOpenException.configuration(database + NO_KEY);
      }
      DatabaseEncryption.requireOwn(database, List.of(before, after));
      Rewrapping rewrapping = Rewrapping.of(keys, before, after);
      var unused = keys.rewrap(rewrapping);
      return rewrapping.keys();
    } catch (DecryptionException neither) {
      throw StoreOpenException.configuration(unchanged(database, neither), neither);
    } catch (StoreUnavailableException away) {
      throw new StoreOpenException(unchanged(database, away), away);
    }
  }

  private static String unchanged(Database database, RuntimeException why) {
    return database + ": no key was changed: " + why.getMessage();
  }

  @Override
  public long adopt(MemoryStore store) {
    return store instanceof PostgresStore postgres
        ? KeyWrapping.adoptConfigured(postgres, config.key(), postgres::adoptKey)
        : 0;
  }

  @Override
  public Optional<EncryptedCopy> encryptedCopy(@Nullable String to) {
    if (config.key() == null) {
      throw StoreOpenException.configuration(config + NO_KEY);
    }
    if (to == null) {
      throw StoreOpenException.configuration(
          config
              + ": is not encrypted in place; --to names a schema or a database without tables, as"
              + " postgres_dsn does");
    }
    Database database = new Database(config.access());
    try (Connection connection = database.patient()) {
      if (EncryptionState.of(database, connection).isEncrypted()) {
        DatabaseCopy.requireFinished(database, connection);
        requireKey(database, connection);
        return Optional.empty();
      }
    } catch (SQLException failure) {
      throw database.cannotOpen(failure);
    }
    return Optional.of(DatabaseCopy.open(config.plain(), target(to).encryptedAs(config)));
  }

  /** Leaves the tables as they are, whatever their version. */
  private void requireKey(Database database, Connection connection) {
    try (KeyWrapping key = KeyWrapping.open(database, config.key())) {
      DatabaseEncryption.of(database, connection, key).close();
    }
  }

  private static PostgresConfig target(String dsn) {
    try {
      return PostgresConfig.of(dsn);
    } catch (IllegalArgumentException bad) {
      throw StoreOpenException.configuration("--to: " + bad.getMessage(), bad);
    }
  }
}
