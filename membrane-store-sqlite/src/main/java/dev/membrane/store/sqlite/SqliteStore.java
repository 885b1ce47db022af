package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Ranking;
import dev.membrane.spi.Search;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Memory in one SQLite file. Beside it stand SQLite's own {@code -wal} and {@code -shm} while it is
 * open, and an empty {@code -lock} by which one process at a time is the writer.
 *
 * <p>An acknowledged commit survives the end of the process and of the machine. Commits of many
 * threads share their syncs; reads never wait for writes.
 */
public final class SqliteStore implements MemoryStore {

  private final StoreFile file;
  private final Writer writer;
  private final Readers readers;
  private boolean closed;

  private SqliteStore(StoreFile file, Writer writer, Readers readers) {
    this.file = file;
    this.writer = writer;
    this.readers = readers;
  }

  /**
   * Opens a database file, creating it where there is none.
   *
   * @throws StoreOpenException if it cannot be opened, is in use, or is not a database that this
   *     version of Membrane can read; then it is as it was before
   */
  public static SqliteStore open(Path path) {
    return open(new SqliteConfig(path));
  }

  /**
   * Opens the database file of a configuration, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there
   */
  public static SqliteStore open(SqliteConfig config) {
    return open(config.path(), Migrations.ALL);
  }

  static SqliteStore open(Path path, Migrations migrations) {
    StoreFile file = StoreFile.lock(path);
    boolean done = false;
    try {
      Connections connections = new Connections(file.path());
      Connection first = new StoreOpening(file.path(), migrations).open(connections);
      done = true;
      return new SqliteStore(file, new Writer(first, connections), new Readers(connections));
    } finally {
      if (!done) {
        file.abandon();
      }
    }
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    return readers.read(handle -> RecordQuery.read(handle, ids));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return readers.read(handle -> KeyTable.find(handle, names));
  }

  @Override
  public List<Hit> search(Search search) {
    return readers.read(
        handle ->
            search.ranking() instanceof Ranking.ByTerms byTerms
                ? new TermSearch(handle, search, byTerms.terms()).hits()
                : new SalienceSearch(handle, search).hits());
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    return readers.read(handle -> TermFigures.read(handle, visibility, terms));
  }

  @Override
  public void commit(Changeset changeset) {
    writer.commit(PreparedChangeset.of(changeset));
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return readers.read(handle -> QueueTable.due(handle, queue, at, limit));
  }

  @Override
  public Statistics statistics(Instant at) {
    return readers.read(handle -> Figures.read(handle, at));
  }

  @Override
  public List<AuditEntry> auditLog(String id) {
    return readers.read(handle -> AuditTable.whole(handle, id));
  }

  @Override
  public void check() {
    writer.check();
    readers.read(handle -> handle.createQuery("SELECT 1").mapTo(Integer.class).one());
  }

  /** How well commits have shared the disk since the store was opened. */
  public CommitStatistics commitStatistics() {
    return writer.statistics();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      readers.close();
      writer.close();
      file.close();
    }
  }

  /** For tests that watch a reading connection at work. */
  Readers readers() {
    return readers;
  }

  @Override
  public String toString() {
    return "sqlite " + file.path();
  }
}
