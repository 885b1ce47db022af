package dev.membrane.store.sqlite;

import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Neighbours;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.audit.DatabaseTables;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.history.RecordQuery;
import dev.membrane.store.jdbc.internal.query.JdbcReader;
import dev.membrane.store.jdbc.internal.query.NeighbourQuery;
import dev.membrane.store.jdbc.internal.runs.RunQuery;
import dev.membrane.store.jdbc.internal.runs.WordPlaces;
import dev.membrane.store.jdbc.internal.search.SalienceSearch;
import dev.membrane.store.jdbc.internal.search.TopRows;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.RunWord;
import dev.membrane.store.sqlite.internal.audit.SqliteTables;
import dev.membrane.store.sqlite.internal.cache.CachedKey;
import dev.membrane.store.sqlite.internal.cache.CachedRecord;
import dev.membrane.store.sqlite.internal.cache.CachedSpaces;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.cache.RecordCache;
import dev.membrane.store.sqlite.internal.cache.RowCache;
import dev.membrane.store.sqlite.internal.cache.SearchRow;
import dev.membrane.store.sqlite.internal.cache.SpaceQuery;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.dialect.SqliteDialect;
import dev.membrane.store.sqlite.internal.search.SqliteLookup;
import dev.membrane.store.sqlite.internal.search.SqliteTermSearch;
import dev.membrane.store.sqlite.internal.search.SqliteVectors;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Readers;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reads of a SQLite file, those of its writer and of others alike. */
abstract class SqliteReads extends JdbcReader {

  private final Path path;
  private final SqliteDialect dialect;
  private final Readers readers;
  private final Caches caches;
  private final RecordCache records;
  private final Vectors vectors;

  SqliteReads(Path path, Connections connections, Encryption encryption, Caches caches) {
    this.path = path;
    this.dialect = new SqliteDialect(encryption.cipher());
    this.readers = new Readers(connections, dialect);
    this.caches = caches;
    this.records =
        new RecordCache(
            caches.records(),
            (ids, heaviest) ->
                readers.readByOneStatement(
                    sql -> CachedRecord.all(RecordQuery.read(sql, ids, heaviest))));
    this.vectors = new SqliteVectors(readers, caches);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return records.get(ids, heaviest);
  }

  @Override
  public List<StoredRecord> cached(Collection<String> ids, Visibility visibility, long heaviest) {
    return records.cached(ids, visibility, heaviest);
  }

  @Override
  public List<Hit> search(Filter filter, int limit) {
    RowCache<Long, TopRows>.CacheView tops = caches.tops().view();
    RowCache<SpaceQuery, CachedSpaces>.CacheView lists = caches.spaces().view();
    SpaceQuery query = SpaceQuery.of(filter, dialect);
    CachedSpaces known = lists.known(query);
    List<Hit> hits = known == null ? null : hits(known.spaces(), tops, filter, limit);
    return hits != null
        ? hits
        : readers.read(
            sql -> {
              VisibleSpaces spaces = VisibleSpaces.of(sql, filter);
              lists.keep(Map.of(query, new CachedSpaces(query, spaces)));
              return new SalienceSearch(sql, filter, limit)
                  .hits(spaces, some -> topRows(sql, tops, filter, some));
            });
  }

  /**
   * The answer if all that it takes is in memory; null otherwise. It is as at one moment: of what a
   * commit changes nothing is known from its beginning on, or as its view has it.
   */
  private static @Nullable List<Hit> hits(
      VisibleSpaces spaces, RowCache<Long, TopRows>.CacheView tops, Filter filter, int limit) {
    return SalienceSearch.known(
        filter, limit, spaces, some -> tops.known(Space.ids(some)).values());
  }

  @Override
  public List<Hit> search(Filter filter, List<String> terms, int limit) {
    RowCache<Long, SearchRow>.CacheView cache = caches.rows().view();
    RowCache<SpaceQuery, CachedSpaces>.CacheView lists = caches.spaces().view();
    SpaceQuery query = SpaceQuery.of(filter, dialect);
    return readers.read(
        sql -> {
          SqliteTermSearch search = new SqliteTermSearch(sql, cache, filter, terms, limit);
          CachedSpaces known = lists.known(query);
          if (known != null) {
            List<Hit> hits = search.hits(known.spaces());
            // Only what is still known once the transaction has read anything holds for it.
            if (known.equals(lists.known(query))) {
              return hits;
            }
          }
          VisibleSpaces spaces = VisibleSpaces.of(sql, filter);
          lists.keep(Map.of(query, new CachedSpaces(query, spaces)));
          return search.hits(spaces);
        });
  }

  private static Collection<TopRows> topRows(
      Sql sql, RowCache<Long, TopRows>.CacheView cache, Filter filter, List<Space> spaces)
      throws SQLException {
    return cache.rows(
        Space.ids(spaces),
        unknown ->
            TopRows.read(
                sql,
                filter,
                spaces.stream().filter(space -> unknown.contains(space.id())).toList()));
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return caches.keys().atOnce(new LinkedHashSet<>(names), this::named).values().stream()
        .flatMap(CachedKey::stream)
        .toList();
  }

  private Map<String, CachedKey> named(Collection<String> names) {
    Map<String, CachedKey> named = new HashMap<>();
    names.forEach(name -> named.put(name, new CachedKey(name, null)));
    super.find(names).forEach(key -> named.put(key.name(), new CachedKey(key.name(), key)));
    return named;
  }

  @Override
  public RunMatches matchRuns(Visibility visibility, List<String> words, int latest) {
    RowCache<RunWord, WordPlaces>.CacheView cache = caches.places().view();
    return readers.read(
        sql ->
            RunQuery.match(
                sql,
                visibility,
                words,
                latest,
                (sought, from) ->
                    cache.rows(
                        sought,
                        known -> known.reachesFrom(from),
                        unknown -> WordPlaces.read(sql, unknown, from))));
  }

  @Override
  public List<Neighbours> neighbours(Filter filter, Collection<String> ids, int reach) {
    RowCache<Long, SearchRow>.CacheView cache = caches.rows().view();
    return readers.read(
        sql -> NeighbourQuery.read(sql, new SqliteLookup(sql, cache, filter), filter, ids, reach));
  }

  @Override
  public Optional<Vectors> vectors() {
    return Optional.of(vectors);
  }

  @Override
  protected <T> T read(Read<T> read) {
    return readers.read(read::from);
  }

  @Override
  protected <T> T readByOneStatement(Read<T> read) {
    return readers.readByOneStatement(read::from);
  }

  @Override
  protected DatabaseTables databaseTables(ReadTransaction rows) {
    return new SqliteTables(rows);
  }

  @Override
  protected StoreCipher cipher() {
    return dialect.cipher();
  }

  @Override
  public void check() {
    readers.read(sql -> sql.all(row -> row.getInt(1), "SELECT 1"));
  }

  @Override
  public void close() {
    readers.close();
    caches.close();
  }

  final Readers readers() {
    return readers;
  }

  @Override
  public String toString() {
    return "sqlite " + path;
  }
}
