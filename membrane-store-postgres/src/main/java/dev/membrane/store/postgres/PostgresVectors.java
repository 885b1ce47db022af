package dev.membrane.store.postgres;

import dev.membrane.spi.Filter;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers about the vectors of a database, always exactly. */
final class PostgresVectors implements Vectors {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresVectors.class);

  /** Comparing more than this one by one takes longer than a caller likes to wait. */
  private static final int MANY = 20_000;

  /** The number of no model. */
  private static final long NO_MODEL = -1;

  private static final String MODEL = "SELECT id FROM model WHERE name = :name";

  private static final String OF_IDS =
      """
      SELECT m.id, m.long_id, e.vector
      FROM memory m JOIN embedding e ON e.rid = m.rid
      WHERE m.id = ANY (:ids) AND e.model = :model
      """;

  private static final String WITHOUT =
      """
      SELECT m.id, m.long_id FROM memory m
      WHERE m.id > :after
        AND NOT EXISTS (SELECT FROM embedding e WHERE e.rid = m.rid AND e.model = :model)
      ORDER BY m.id
      LIMIT :limit
      """;

  private final Readers readers;
  private final AtomicBoolean isWarned = new AtomicBoolean();

  private record Found(String id, Vector vector) {}

  PostgresVectors(Readers readers) {
    this.readers = readers;
  }

  @Override
  public List<Near> nearest(Filter filter, String model, Vector vector, int limit) {
    return readers.read(
        handle -> {
          NearestQuery query = new NearestQuery(handle, filter, number(handle, model), vector);
          List<Near> nearest = query.read(limit);
          warnOf(query.size());
          return nearest;
        });
  }

  @Override
  public Map<String, Double> cosines(String model, Vector vector, Collection<String> ids) {
    Map<String, Double> cosines = new HashMap<>();
    for (Found found : readers.read(handle -> vectors(handle, model, ids))) {
      if (found.vector().dimensions() == vector.dimensions()) {
        cosines.put(found.id(), vector.cosine(found.vector()));
      }
    }
    return cosines;
  }

  @Override
  public List<String> without(String model, String after, int limit) {
    return readers.read(
        handle ->
            handle
                .createQuery(WITHOUT)
                .bind("after", Texts.key(after))
                .bind("model", number(handle, model))
                .bind("limit", limit)
                .map((row, context) -> Texts.whole(row.getString(1), row.getString(2)))
                .list());
  }

  private static List<Found> vectors(Handle handle, String model, Collection<String> ids) {
    return handle
        .createQuery(OF_IDS)
        .bindArray("ids", String.class, ids.stream().map(Texts::key).distinct().toList())
        .bind("model", number(handle, model))
        .map(
            (row, context) ->
                new Found(
                    Texts.whole(row.getString(1), row.getString(2)),
                    Vector.fromBytes(row.getBytes(3))))
        .list();
  }

  private static long number(Handle handle, String model) {
    return handle
        .createQuery(MODEL)
        .bind("name", Texts.key(model))
        .mapTo(Long.class)
        .findOne()
        .orElse(NO_MODEL);
  }

  private void warnOf(int vectors) {
    if (vectors > MANY && isWarned.compareAndSet(false, true)) {
      LOG.warn("{} vectors were compared one by one, as there is no index of them", vectors);
    }
  }
}
