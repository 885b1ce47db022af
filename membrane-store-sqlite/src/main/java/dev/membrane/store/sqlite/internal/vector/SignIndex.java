package dev.membrane.store.sqlite.internal.vector;

import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import dev.membrane.store.sqlite.internal.session.Readers;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The index of vectors, for scopes too large to compare with every vector. It is kept in memory. A
 * space is loaded when it is first searched, and every commit adds to it. If all spaces together
 * have more than may be kept, the index forgets them, and with them the entries of records that are
 * gone. A space is then loaded again when it is searched. Safe for use by many threads.
 */
public final class SignIndex {

  private static final String OF_SPACES =
      """
      SELECT e.space, e.rid, e.vector
      FROM json_each(?) s CROSS JOIN embedding e ON e.space = s.value
      WHERE e.model = ?
      """;

  private final long most;
  private final Map<SignKey, SignPart> parts = new ConcurrentHashMap<>();

  private record SignKey(long model, int dimensions) {}

  /**
   * An empty index.
   *
   * @param most the most that is kept, in bytes; a search has what it needs, however much that is
   */
  public SignIndex(long most) {
    this.most = most;
  }

  /** Gives the room free. What is asked for later is read anew. */
  public void clear() {
    parts.clear();
  }

  private static final class SignPart {
    private final SignKey key;
    private final Map<Long, Signs> signsBySpace = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();

    SignPart(SignKey key) {
      this.key = key;
    }

    /** One at a time, so that nobody is given a space that another is still reading. */
    synchronized List<Signs> of(Collection<Long> spaces, Readers readers) {
      List<Long> unread =
          spaces.stream().filter(space -> !signsBySpace.containsKey(space)).toList();
      if (!unread.isEmpty()) {
        read(unread, readers);
      }
      return spaces.stream().map(signsBySpace::get).filter(Objects::nonNull).toList();
    }

    /** What is committed meanwhile is added to what is read; what both have is there twice. */
    private void read(List<Long> spaces, Readers readers) {
      spaces.forEach(space -> signsBySpace.put(space, new Signs(key.dimensions())));
      try {
        readers.readByOneStatement(sql -> read(sql, spaces));
      } catch (Throwable failure) {
        signsBySpace.keySet().removeAll(spaces);
        throw failure;
      }
    }

    private boolean read(Sql sql, List<Long> spaces) throws SQLException {
      StoreCipher cipher = sql.dialect().cipher();
      sql.each(
          row -> {
            long rid = row.getLong(2);
            add(row.getLong(1), rid, StoredVector.vector(cipher, rid, row.getBytes(3)));
          },
          OF_SPACES,
          spaces.toString(),
          key.model());
      return true;
    }

    void add(long space, long rid, Vector vector) {
      Signs signs = signsBySpace.get(space);
      if (signs != null && vector.dimensions() == key.dimensions()) {
        bytes.addAndGet(signs.add(rid, vector));
      }
    }
  }

  /** The signs of the vectors of a model that have some number of dimensions, of some spaces. */
  public List<Signs> of(long model, int dimensions, Collection<Long> spaces, Readers readers) {
    List<Signs> signs =
        parts.computeIfAbsent(new SignKey(model, dimensions), SignPart::new).of(spaces, readers);
    keepWithinLimit();
    return signs;
  }

  /** Adds what was committed, so far as it is of a space that was asked for before. */
  public void add(List<StoredVector> all) {
    for (StoredVector one : all) {
      SignPart part = parts.get(new SignKey(one.model(), one.vector().dimensions()));
      if (part != null) {
        part.add(one.space(), one.rid(), one.vector());
      }
    }
    keepWithinLimit();
  }

  private void keepWithinLimit() {
    if (bytes() > most) {
      clear();
    }
  }

  /** What is kept. */
  long bytes() {
    return parts.values().stream().mapToLong(part -> part.bytes.get()).sum();
  }
}
