package dev.membrane.store.sqlite;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Contents;
import dev.membrane.spi.Filter;
import dev.membrane.spi.Header;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Inspection;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Search;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Vectors;
import dev.membrane.spi.Visibility;
import dev.membrane.store.jdbc.PreparedChangeset;
import dev.membrane.store.jdbc.Writer;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
  private final SqliteCommits commits;
  private final SqliteReader reader;
  private final Cleaner cleaner;
  private boolean closed;

  private SqliteStore(
      StoreFile file, Writer writer, SqliteCommits commits, SqliteReader reader, Cleaner cleaner) {
    this.file = file;
    this.writer = writer;
    this.commits = commits;
    this.reader = reader;
    this.cleaner = cleaner;
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
   * Opens a database file by its name, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there
   */
  public static SqliteStore open(String file) {
    return open(Path.of(file));
  }

  /**
   * Opens the database file of a configuration, like {@link #open(Path)}.
   *
   * @throws StoreOpenException as there
   */
  public static SqliteStore open(SqliteConfig config) {
    return open(config.path(), SqliteMigrations.ALL);
  }

  static SqliteStore open(Path path, SqliteMigrations migrations) {
    StoreFile file = StoreFile.lock(path);
    boolean done = false;
    try {
      Connections connections = new Connections(file.path());
      Connection first = new StoreOpening(file.path(), migrations).open(connections);
      done = true;
      Caches caches = Caches.kept();
      SqliteReader reader = new SqliteReader(file.path(), connections, caches);
      Cleaner cleaner = new Cleaner(file.path());
      SqliteCommits commits = new SqliteCommits(first, connections, caches, cleaner);
      Writer writer = Writer.start("membrane-sqlite-writer", commits);
      return new SqliteStore(file, writer, commits, reader, cleaner);
    } finally {
      if (!done) {
        file.abandon();
      }
    }
  }

  @Override
  public void commit(Changeset changeset) {
    prepare(changeset).run();
  }

  @Override
  public Runnable prepare(Changeset changeset) {
    PreparedChangeset prepared = PreparedChangeset.of(changeset);
    return () -> writer.commit(prepared);
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    return reader.get(ids);
  }

  @Override
  public List<Stored> get(Collection<String> ids, long heaviest) {
    return reader.get(ids, heaviest);
  }

  @Override
  public List<Header> headers(Collection<String> ids, Instant at) {
    return reader.headers(ids, at);
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return reader.find(names);
  }

  @Override
  public List<Hit> search(Search search) {
    return reader.search(search);
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids) {
    return reader.neighbours(filter, ids);
  }

  @Override
  public Optional<Vectors> vectors() {
    return reader.vectors();
  }

  @Override
  public Optional<Contents> contents() {
    return reader.contents();
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    return reader.termStatistics(visibility, terms);
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return reader.due(queue, at, limit);
  }

  @Override
  public Statistics statistics(Instant at) {
    return reader.statistics(at);
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return reader.auditLog(id);
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return reader.auditLogs(after, limit);
  }

  @Override
  public void inspect(Inspection inspection) {
    reader.inspect(inspection);
  }

  @Override
  public void check() {
    writer.check();
    reader.check();
  }

  /** How well commits have shared the disk since the store was opened. */
  public CommitStatistics commitStatistics() {
    return commits.statistics();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      disconnect();
      file.close();
    }
  }

  @Override
  public synchronized void abandon() {
    if (!closed) {
      disconnect();
      file.abandon();
    }
  }

  private void disconnect() {
    closed = true;
    reader.close();
    writer.close();
    cleaner.close();
  }

  /** For tests that watch a reading connection at work. */
  Readers readers() {
    return reader.readers();
  }

  @Override
  public String toString() {
    return "sqlite " + file.path();
  }
}
