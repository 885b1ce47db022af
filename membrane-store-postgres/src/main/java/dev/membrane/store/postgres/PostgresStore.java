package dev.membrane.store.postgres;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.keys.KeyEncryptionKey;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.MemoryStore.Leases;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.jdbc.crypto.KeyWrapping;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.audit.DatabaseTables;
import dev.membrane.store.jdbc.internal.commit.DerivedRows;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.history.RecordQuery;
import dev.membrane.store.jdbc.internal.query.JdbcReader;
import dev.membrane.store.jdbc.internal.query.NeighbourQuery;
import dev.membrane.store.jdbc.internal.search.SalienceSearch;
import dev.membrane.store.postgres.internal.audit.PostgresTables;
import dev.membrane.store.postgres.internal.commit.Writers;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.search.PostgresLookup;
import dev.membrane.store.postgres.internal.search.PostgresTermSearch;
import dev.membrane.store.postgres.internal.search.PostgresVectors;
import dev.membrane.store.postgres.internal.session.BatchedWrites;
import dev.membrane.store.postgres.internal.session.PostgresLeases;
import dev.membrane.store.postgres.internal.session.ReadPool;
import dev.membrane.store.postgres.internal.session.WriteObstacle;
import dev.membrane.store.postgres.internal.table.PostgresWrites;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory in a schema of a PostgreSQL database, which any number of processes may share.
 *
 * <p>An acknowledged commit survives whatever the database survives. While the database is away
 * every call throws {@link dev.membrane.spi.store.StoreUnavailableException}; once it is back, all
 * is as before. Commits of many threads share transactions, and those of different scopes do not
 * wait for each other; reads never wait for writes.
 */
public final class PostgresStore extends JdbcReader implements MemoryStore {

  private final Database database;
  private final Writers writers;
  private final ReadPool readers;
  private final PostgresVectors vectors;
  private final Leases leases;
  private final DatabaseEncryption encryption;

  private PostgresStore(
      Database database,
      Connection opening,
      DatabaseEncryption encryption,
      PostgresVectors.Settings settings) {
    PostgresDialect dialect = encryption.dialect();
    this.database = database;
    this.encryption = encryption;
    this.readers = new ReadPool(database, dialect);
    this.vectors = PostgresVectors.open(database, opening, readers, dialect, settings);
    this.leases = new PostgresLeases(readers);
    this.writers = Writers.start(database, dialect, readers);
  }

  /**
   * Opens a schema, creating it where there is none.
   *
   * @throws StoreOpenException if it cannot be reached, was written by a newer Membrane, or is
   *     encrypted with another key
   */
  public static PostgresStore open(PostgresConfig config) {
    Database database = new Database(config.access());
    try (Connection opening = database.patient()) {
      DatabaseCopy.requireFinished(database, opening);
      return open(database, opening, PostgresMigrations.ALL, PostgresVectors.Settings.USUAL);
    } catch (SQLException failure) {
      throw database.cannotOpen(failure);
    }
  }

  /** Opens also what {@link DatabaseCopy} has not finished. */
  static PostgresStore openUnfinished(PostgresConfig config) {
    return open(config, PostgresMigrations.ALL, PostgresVectors.Settings.USUAL);
  }

  /**
   * Has the data keys of the database wrapped with another key, while it is used: all of them, or
   * none. From then on only that key opens it. Other nodes go on with the keys that they know, and
   * make none for new scopes, until they have adopted that key as well.
   *
   * @param other opens the other key, which takes the place of the one that is open
   * @return how many data keys it wraps; 0 if this node knew that it has wrapped them
   * @throws StoreOpenException if it cannot be opened, or the database is not encrypted; then all
   *     is as it was
   * @throws dev.membrane.spi.store.StoreUnavailableException if the database or a key provider does
   *     not answer; then the call may be tried again
   */
  public long adoptKey(Supplier<? extends KeyEncryptionKey> other) {
    return KeyWrapping.adopt(this, isEncrypted() ? other : null, encryption::adopt);
  }

  static PostgresStore open(
      PostgresConfig config, PostgresMigrations migrations, PostgresVectors.Settings settings) {
    Database database = new Database(config.access());
    try (Connection opening = database.patient()) {
      return open(database, opening, migrations, settings);
    } catch (SQLException failure) {
      throw database.cannotOpen(failure);
    }
  }

  /** All steps use one connection, as each new one costs more than what is asked of it. */
  private static PostgresStore open(
      Database database,
      Connection opening,
      PostgresMigrations migrations,
      PostgresVectors.Settings settings)
      throws SQLException {
    @Nullable KeyWrapping key = KeyWrapping.open(database, database.access().key());
    DatabaseEncryption encryption;
    try {
      migrations.run(database, opening, key);
      encryption = DatabaseEncryption.of(database, opening, key);
    } catch (Throwable failure) {
      if (key != null) {
        key.close();
      }
      throw failure;
    }
    return new PostgresStore(database, opening, encryption, settings);
  }

  @Override
  public void commit(Changeset changeset) {
    prepare(changeset).run();
  }

  @Override
  public List<CompletableFuture<@Nullable Void>> commitEach(List<Changeset> changesets) {
    return writers.commitEach(changesets);
  }

  @Override
  public Runnable prepare(Changeset changeset) {
    return writers.prepare(changeset);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    Map<String, RecordQuery.StoredDocument> found =
        readers.read(rows -> RecordQuery.read(rows, ids, heaviest));
    return ids.stream()
        .distinct()
        .map(found::get)
        .filter(Objects::nonNull)
        .map(RecordQuery.StoredDocument::stored)
        .toList();
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    return readers.read(rows -> new SalienceSearch(rows, filter, limit).hits());
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    return readers.read(rows -> new PostgresTermSearch(rows, filter, terms, limit).hits());
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    return readers.read(
        rows -> NeighbourQuery.read(rows, new PostgresLookup(rows, filter), filter, ids, reach));
  }

  @Override
  public Optional<Vectors> vectors() {
    return Optional.of(vectors);
  }

  @Override
  public Optional<Leases> leases() {
    return Optional.of(leases);
  }

  @Override
  public boolean destroyKey(String scope) {
    return encryption.destroy(scope);
  }

  /** Whoever writes waits meanwhile. */
  @Override
  public boolean rebuild() {
    try (BatchedWrites sql =
        new BatchedWrites(database.transactions(), database, encryption.dialect())) {
      var unused = sql.all(row -> 0, database.turn());
      new DerivedRows(sql, new PostgresWrites(sql)).rebuild();
      sql.commit();
      return true;
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "the index of words could not be made anew: " + failure.getMessage(), failure);
    }
  }

  @Override
  protected <T> T read(Read<T> read) {
    return readers.read(read);
  }

  @Override
  protected <T> T readAtLength(Read<T> read) {
    return readers.readAtLength(read);
  }

  @Override
  protected StoreCipher cipher() {
    return encryption.dialect().cipher();
  }

  @Override
  protected DatabaseTables databaseTables(ReadTransaction rows) {
    return new PostgresTables(rows);
  }

  @Override
  public void check() {
    writers.check();
    String obstacle = new WriteObstacle(database, readers).find();
    if (!obstacle.isEmpty()) {
      throw new StoreUnavailableException(this + ": " + obstacle);
    }
  }

  @Override
  public void close() {
    vectors.close();
    writers.close();
    readers.close();
    encryption.close();
  }

  @Override
  public String toString() {
    return database.toString();
  }
}
