package dev.membrane.store.postgres.internal.search;

import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Vectors that were decrypted lately, with at most a sixteenth of the heap, since to decrypt one
 * takes longer than to compare it. Each row has a hash, by which one is known that any node has
 * written since. Safe for use by many threads.
 */
final class DecryptedVectors {

  private static final int SHARE = 16;

  /** What a number of a row, its hash and its entry take, about. */
  private static final int BYTES = 200;

  private static final String VECTORS =
      "SELECT e.rid, e.row_hash, e.vector FROM embedding e WHERE e.rid {in rids}";

  private final long mostBytes;
  private final Map<Long, KnownVector> knownByRid = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** A row of the table of vectors, as it is in the state that is read. */
  record Written(long rid, String hash) {}

  private record KnownVector(String hash, Vector vector) {

    int bytes() {
      return BYTES + Short.BYTES * vector.dimensions();
    }
  }

  DecryptedVectors() {
    this(Runtime.getRuntime().maxMemory() / SHARE);
  }

  DecryptedVectors(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Tells the vectors of some rows; those that are not in memory are read. */
  void each(ReadTransaction rows, List<Written> wanted, BiConsumer<Long, Vector> listener)
      throws SQLException {
    List<Long> unknown = new ArrayList<>();
    known(wanted, unknown).forEach(listener);
    if (!unknown.isEmpty()) {
      Map<Long, KnownVector> read = read(rows, unknown);
      read.forEach((rid, one) -> listener.accept(rid, one.vector()));
      keep(read);
    }
  }

  private synchronized Map<Long, Vector> known(List<Written> wanted, List<Long> unknown) {
    Map<Long, Vector> vectors = new LinkedHashMap<>();
    for (Written row : wanted) {
      KnownVector known = knownByRid.get(row.rid());
      if (known != null && known.hash().equals(row.hash())) {
        vectors.put(row.rid(), known.vector());
      } else {
        unknown.add(row.rid());
      }
    }
    return vectors;
  }

  private static Map<Long, KnownVector> read(ReadTransaction rows, List<Long> rids)
      throws SQLException {
    Map<Long, KnownVector> read = new LinkedHashMap<>();
    rows.each(
        row -> {
          long rid = row.getLong(1);
          Vector vector = StoredVector.vector(rows.dialect().cipher(), rid, row.getBytes(3));
          read.put(rid, new KnownVector(row.getString(2), vector));
        },
        VECTORS,
        Map.of("rids", rows.dialect().numbers(rids)));
    return read;
  }

  /** Those used longest ago make room. */
  private synchronized void keep(Map<Long, KnownVector> read) {
    read.forEach(
        (rid, one) -> {
          KnownVector before = knownByRid.put(rid, one);
          bytes += one.bytes() - (before == null ? 0 : before.bytes());
        });
    Iterator<KnownVector> oldest = knownByRid.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      bytes -= oldest.next().bytes();
      oldest.remove();
    }
  }
}
