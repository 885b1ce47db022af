package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.table.VectorQuery;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.dialect.PostgresDialect;
import dev.membrane.store.postgres.internal.session.ReadPool;
import java.sql.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers about the vectors of an open store.
 *
 * @param indexes null: all are always compared with
 * @param few up to how many vectors are compared one by one even if there is an index
 * @param decrypted null: vectors are not encrypted
 * @param warning what is told once somebody uses vectors, until it was told
 */
public record PostgresVectors(
    ReadPool readers,
    @Nullable VectorIndexes indexes,
    int few,
    @Nullable DecryptedVectors decrypted,
    AtomicReference<@Nullable String> warning)
    implements Vectors, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresVectors.class);

  private static final String OF_IDS =
      """
      SELECT {text m.id}, m.rid, e.vector
      FROM memory m JOIN embedding e ON e.rid = m.rid
      WHERE m.id {in ids} AND e.model = :model
      """;

  /**
   * How vectors are searched.
   *
   * @param few as many as are compared one by one though there be an index
   * @param builder where indexes are built
   * @param pause how long to leave an index alone at first that cannot be built yet
   */
  public record Settings(int few, Executor builder, Duration pause) {

    /** Indexes are built by threads of their own, which are rarely needed. */
    public static final Settings USUAL =
        new Settings(20_000, Settings::inBackground, Duration.ofSeconds(5));

    private static void inBackground(Runnable build) {
      Thread thread = new Thread(build, "membrane-postgres-index");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Makes the database ready for indexes, or says what is in the way. An index would show what is
   * encrypted.
   */
  public static PostgresVectors open(
      Database database,
      Connection opening,
      ReadPool readers,
      PostgresDialect dialect,
      Settings settings) {
    int few = settings.few();
    if (!dialect.cipher().isPlain()) {
      return new PostgresVectors(readers, null, few, new DecryptedVectors(), nothing());
    }
    @Nullable String obstacle = Pgvector.prepare(database, opening);
    if (obstacle != null) {
      String warning =
          "%s: searches compare all vectors one by one, which is slow above %s records: %s"
              .formatted(database, few, obstacle);
      return new PostgresVectors(readers, null, few, null, new AtomicReference<>(warning));
    }
    VectorIndexes indexes = new VectorIndexes(database, settings.builder(), settings.pause());
    return new PostgresVectors(readers, indexes, few, null, nothing());
  }

  private static AtomicReference<@Nullable String> nothing() {
    return new AtomicReference<>(null);
  }

  /** Commands and servers that have no use for vectors need not hear of it. */
  private void warn() {
    @Nullable String told = warning.getAndSet(null);
    if (told != null) {
      LOG.warn("{}", told);
    }
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    warn();
    long number = readers.read(rows -> VectorQuery.number(rows, model));
    if (indexes == null || number == VectorQuery.NO_MODEL || !isOverMany(filter)) {
      return readers.read(rows -> query(rows, filter, number, vector).ofAll(limit));
    }
    VectorIndex index = new VectorIndex(number, vector.dimensions());
    if (!readers.read(rows -> indexes.isReady(rows, index))) {
      indexes.want(index);
    }
    return readers.read(
        rows -> {
          PostgresNearest query = query(rows, filter, number, vector);
          return indexes.isReady(rows, index)
              ? query.ofMostAlike(index, limit)
              : query.ofAll(limit);
        });
  }

  private PostgresNearest query(ReadTransaction rows, Filter filter, long number, Vector vector) {
    return new PostgresNearest(rows, filter, number, vector, decrypted);
  }

  private boolean isOverMany(Filter filter) {
    return readers.read(rows -> new PassingCount(rows, filter).isLargerThan(few));
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    return readers.read(
        rows ->
            VectorQuery.cosines(
                rows,
                vector,
                OF_IDS,
                Map.of("ids", rows.dialect().keys(ids), "model", VectorQuery.number(rows, model))));
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    warn();
    return readers.read(rows -> VectorQuery.without(rows, model, after, limit));
  }

  /** Ends the building of indexes. */
  @Override
  public void close() {
    if (indexes != null) {
      indexes.close();
    }
  }
}
