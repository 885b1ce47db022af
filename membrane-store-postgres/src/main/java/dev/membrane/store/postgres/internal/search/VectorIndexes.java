package dev.membrane.store.postgres.internal.search;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.postgres.internal.database.Database;
import dev.membrane.store.postgres.internal.database.SqlStates;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vector indexes. An index is built when a search first needs it, concurrently with reads and
 * writes and by one node at a time. Until it is ready all vectors are compared. Safe for use by
 * many threads.
 */
public final class VectorIndexes {

  private static final Logger LOG = LoggerFactory.getLogger(VectorIndexes.class);

  private static final String STATE =
      "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('%s.%s')";

  private static final String TRY_LOCK =
      "SELECT pg_try_advisory_lock(hashtextextended('membrane indexes %s', 0))";

  private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

  private final Database database;
  private final Executor builder;
  private final Duration pause;
  private final Set<VectorIndex> wanted = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Statement running;

  /**
   * The indexes of a database.
   *
   * @param builder where they are built
   * @param pause how long to wait for another node that builds, or for a database that was away;
   *     twice as long each time, up to ten minutes
   */
  VectorIndexes(Database database, Executor builder, Duration pause) {
    this.database = database;
    this.builder = builder;
    this.pause = pause;
  }

  /** Whether an index is there and complete, by the state that a transaction sees. */
  boolean isReady(ReadTransaction rows, VectorIndex index) throws SQLException {
    return rows.all(row -> row.getBoolean(1), stateOf(index), Map.of()).equals(List.of(true));
  }

  /**
   * Has an index built some time. One that cannot be built is not tried again by this node, unless
   * the connection was lost or others were in the way.
   */
  void want(VectorIndex index) {
    if (!isClosed() && wanted.add(index)) {
      if (index.dimensions() > VectorIndex.MAX_DIMENSIONS) {
        LOG.warn(
            "searches compare vectors of {} dimensions one by one, as an index takes {} at most",
            index.dimensions(),
            VectorIndex.MAX_DIMENSIONS);
      } else {
        builder.execute(() -> build(index));
      }
    }
  }

  /** Ends what is being built; the next node that wants it begins anew. */
  void close() {
    closed.countDown();
    Statement current = running;
    if (current != null) {
      try {
        current.cancel();
      } catch (SQLException gone) {
        LOG.debug("the build of an index could not be cancelled: {}", gone.getMessage());
      }
    }
  }

  private void build(VectorIndex index) {
    Duration next = pause;
    while (!isClosed() && !isSettled(index) && !isClosedWithin(next)) {
      Duration twice = next.multipliedBy(2);
      next = twice.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : twice;
    }
  }

  /** Whether an index is built, or never will be by this node. */
  private boolean isSettled(VectorIndex index) {
    try {
      boolean isBuilt = isBuilt(index);
      if (isBuilt) {
        wanted.remove(index);
      }
      return isBuilt;
    } catch (SQLException failure) {
      boolean isTriedAgain = SqlStates.isConnectionLost(failure) || SqlStates.isCollision(failure);
      LOG.warn(
          "the index {} could not be built; searches compare all vectors one by one{}: {}",
          index.name(),
          isTriedAgain ? " until it is tried again" : "",
          SqlStates.oneLine(failure));
      return !isTriedAgain;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private boolean isClosedWithin(Duration wait) {
    try {
      return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /**
   * Builds an index unless another node is building one. To wait in the database for that to end
   * would keep it from ending.
   */
  private boolean isBuilt(VectorIndex index) throws SQLException {
    try (Connection connection = database.patient();
        Statement statement = connection.createStatement()) {
      running = statement;
      if (!isTrue(statement, TRY_LOCK.formatted(database.schema()))) {
        return isTrue(statement, stateOf(index));
      }
      build(statement, index);
      return true;
    } finally {
      running = null;
    }
  }

  private void build(Statement statement, VectorIndex index) throws SQLException {
    if (!isClosed() && !isTrue(statement, stateOf(index))) {
      LOG.info("building the vector index {}", index.name());
      // One that was begun and not completed.
      statement.execute("DROP INDEX CONCURRENTLY IF EXISTS " + index.name());
      statement.execute(index.creation());
      LOG.info("built the vector index {}", index.name());
    }
  }

  private String stateOf(VectorIndex index) {
    return STATE.formatted(database.schema(), index.name());
  }

  private static boolean isTrue(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      return row.next() && row.getBoolean(1);
    }
  }
}
