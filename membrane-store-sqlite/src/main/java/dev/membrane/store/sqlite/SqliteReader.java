package dev.membrane.store.sqlite;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Header;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Neighbours;
import dev.membrane.spi.Ranking;
import dev.membrane.spi.Search;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.StoreOpenException;
import dev.membrane.spi.StoreUnavailableException;
import dev.membrane.spi.Stored;
import dev.membrane.spi.Vectors;
import dev.membrane.store.jdbc.Figures;
import dev.membrane.store.jdbc.HeaderQuery;
import dev.membrane.store.jdbc.JdbcReader;
import dev.membrane.store.jdbc.JdbiRows;
import dev.membrane.store.jdbc.NeighbourQuery;
import dev.membrane.store.jdbc.OwnTables;
import dev.membrane.store.jdbc.RecordQuery;
import dev.membrane.store.jdbc.SalienceSearch;
import dev.membrane.store.jdbc.VisibleSpaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Memory in a SQLite file that is only read, beside the process that writes it if there is one.
 * Takes no lock that anybody waits for. Where nobody writes it, SQLite leaves an empty {@code -wal}
 * and its {@code -shm} beside the file, which the next writer takes away.
 */
public final class SqliteReader extends JdbcReader {

  private final Path path;
  private final Readers readers;
  private final Caches caches;
  private final Records records;
  private final Vectors vectors;

  SqliteReader(Path path, Connections connections, Caches caches) {
    this.path = path;
    this.readers = new Readers(connections);
    this.caches = caches;
    this.records =
        new Records(
            caches.records(),
            (ids, heaviest) ->
                readers.readByOneStatement(
                    sql -> Hydrated.all(RecordQuery.read(sql, ids, heaviest))));
    this.vectors = new SqliteVectors(readers, caches);
  }

  /**
   * Opens a database file that is there.
   *
   * @throws StoreOpenException if it is not, or is no database that this version of Membrane reads
   */
  public static SqliteReader open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new StoreOpenException(path + ": no such file");
    }
    StoreFile.checkName(path);
    Path absolute = path.toAbsolutePath().normalize();
    SqliteReader reader = new SqliteReader(absolute, new Connections(absolute), Caches.none());
    boolean done = false;
    try {
      reader.readers.read(rows -> checkVersion(absolute, rows.handle()));
      done = true;
      return reader;
    } catch (StoreUnavailableException unreadable) {
      throw new StoreOpenException(path + ": cannot be read: " + reason(unreadable), unreadable);
    } finally {
      if (!done) {
        reader.close();
      }
    }
  }

  /** The innermost cause says it in SQLite's own words. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  private static boolean checkVersion(Path path, Handle handle) {
    int newest = SqliteMigrations.ALL.newestVersion();
    int version = number(handle, "PRAGMA user_version");
    FileHeader.checkIdentity(path, number(handle, "PRAGMA application_id"), version, newest);
    if (version < newest) {
      throw new StoreOpenException(
          path + ": was written by an older Membrane; start membraned once to bring it up to date");
    }
    return true;
  }

  private static int number(Handle handle, String pragma) {
    return handle.createQuery(pragma).mapTo(Integer.class).one();
  }

  @Override
  public List<Stored> get(Collection<String> ids) {
    return records.get(ids, Long.MAX_VALUE);
  }

  @Override
  public List<Stored> get(Collection<String> ids, long heaviest) {
    return records.get(ids, heaviest);
  }

  @Override
  public List<Header> headers(Collection<String> ids, Instant at) {
    return readers.readByOneStatement(sql -> HeaderQuery.read(sql, ids, at));
  }

  @Override
  public List<Hit> search(Search search) {
    if (search.ranking() instanceof Ranking.ByTerms byTerms) {
      RowCache<Long, LookedUp>.View cache = caches.rows().view();
      return readers.readRows(sql -> new TermSearch(sql, cache, search, byTerms.terms()).hits());
    }
    return readers.readBoth(
        (handle, sql) ->
            new SalienceSearch(
                    SqliteDialect.INSTANCE, handle, search, VisibleSpaces.of(sql, search.filter()))
                .hits());
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids) {
    RowCache<Long, LookedUp>.View cache = caches.rows().view();
    return readers.readRows(
        sql -> NeighbourQuery.read(sql, new CachedLookup(sql, cache, filter), filter, ids));
  }

  @Override
  public Optional<Vectors> vectors() {
    return Optional.of(vectors);
  }

  @Override
  public Statistics statistics(Instant at) {
    return readers.readRows(sql -> Figures.read(sql, at));
  }

  @Override
  protected <T> T read(Read<T> read) {
    return readers.read(read);
  }

  @Override
  protected OwnTables ownTables(JdbiRows rows) {
    return new SqliteTables(rows);
  }

  @Override
  public void check() {
    readers.readRows(sql -> sql.all(row -> row.getInt(1), "SELECT 1"));
  }

  @Override
  public void close() {
    readers.close();
    caches.close();
  }

  /** For tests that watch a reading connection at work. */
  Readers readers() {
    return readers;
  }

  @Override
  public String toString() {
    return "sqlite " + path;
  }
}
