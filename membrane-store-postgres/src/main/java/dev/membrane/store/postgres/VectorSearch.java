package dev.membrane.store.postgres;

import dev.membrane.spi.Vectors;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The vectors of an open store, and their indexes if the database can have any. */
record VectorSearch(Vectors vectors, @Nullable VectorIndexes indexes) implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(VectorSearch.class);

  /**
   * How vectors are searched.
   *
   * @param few as many as are compared one by one though there be an index
   * @param builder where indexes are built
   * @param pause how long to leave an index alone at first that cannot be built yet
   */
  record Settings(int few, Executor builder, Duration pause) {

    /** Indexes are built by threads of their own, which are rarely needed. */
    static final Settings USUAL =
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
  static VectorSearch open(
      Database database,
      Connection opening,
      ReadPool readers,
      PostgresDialect dialect,
      Settings settings) {
    if (!dialect.cipher().isPlain()) {
      return new VectorSearch(
          new PostgresVectors(readers, null, settings.few(), new DecryptedVectors()), null);
    }
    @Nullable String obstacle = Pgvector.prepare(database, opening);
    @Nullable VectorIndexes indexes = null;
    if (obstacle == null) {
      indexes = new VectorIndexes(database, settings.builder(), settings.pause());
    } else {
      LOG.warn(
          "{}: searches compare all vectors one by one, which is slow above {} records: {}",
          database,
          settings.few(),
          obstacle);
    }
    return new VectorSearch(new PostgresVectors(readers, indexes, settings.few(), null), indexes);
  }

  @Override
  public void close() {
    if (indexes != null) {
      indexes.close();
    }
  }
}
