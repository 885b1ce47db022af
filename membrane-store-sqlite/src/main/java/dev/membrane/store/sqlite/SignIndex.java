package dev.membrane.store.sqlite;

import dev.membrane.spi.Vector;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The index of vectors, for scopes too large to compare with each of theirs. It is kept in memory,
 * read from the file when it is first needed, and told of every commit. Safe for use by many
 * threads.
 */
final class SignIndex {

  private static final String ALL = "SELECT space, rid, vector FROM embedding WHERE model = ?";

  private final Map<Key, Part> parts = new ConcurrentHashMap<>();

  /** A vector that was committed. */
  record Added(long model, long rid, long space, Vector vector) {}

  private record Key(long model, int dimensions) {}

  private static final class Part {
    private final Signs signs;
    private boolean isRead;

    Part(Key key) {
      signs = new Signs(key.dimensions());
    }

    synchronized Signs read(Readers readers, Key key) {
      if (!isRead) {
        readers.readByOneStatement(sql -> read(sql, key));
        isRead = true;
      }
      return signs;
    }

    private boolean read(Sql sql, Key key) throws SQLException {
      sql.each(
          row -> {
            Vector vector = Vector.fromBytes(row.getBytes(3));
            if (vector.dimensions() == key.dimensions()) {
              signs.add(row.getLong(2), row.getLong(1), vector);
            }
          },
          ALL,
          key.model());
      return true;
    }
  }

  /**
   * The signs of all vectors of a model that have some number of dimensions, read now if need be.
   * What is committed meanwhile is added beside what is read; what both have is there twice.
   */
  Signs of(long model, int dimensions, Readers readers) {
    Key key = new Key(model, dimensions);
    return parts.computeIfAbsent(key, Part::new).read(readers, key);
  }

  /** Adds what was committed, so far as it is of something that was asked for before. */
  void add(List<Added> all) {
    for (Added one : all) {
      Part part = parts.get(new Key(one.model(), one.vector().dimensions()));
      if (part != null) {
        part.signs.add(one.rid(), one.space(), one.vector());
      }
    }
  }
}
