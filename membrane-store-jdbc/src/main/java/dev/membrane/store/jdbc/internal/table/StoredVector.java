package dev.membrane.store.jdbc.internal.table;

import dev.membrane.spi.store.Vector;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.internal.row.RowHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The vector of a record by a model, and the space that the record is in. */
public record StoredVector(long rid, long space, long model, Vector vector) {

  /** What {@link #read} needs, of the row {@code e}. */
  public static final String COLUMNS = "e.rid, e.space, e.model, e.vector";

  /** The column of vectors, which may be encrypted; the number of the record stands for the row. */
  public static final String VECTOR = "embedding.vector";

  /** What cannot be read; it is like no other. */
  private static final Vector NONE = Vector.fromBytes(new byte[0]);

  /** What the objects take besides the numbers, about. */
  private static final int BYTES = 160;

  /** The vector of a row. */
  public static StoredVector read(ResultSet row, StoreCipher cipher) throws SQLException {
    long rid = row.getLong(1);
    return new StoredVector(
        rid, row.getLong(2), row.getLong(3), vector(cipher, rid, row.getBytes(4)));
  }

  /** The vector of a record as its column has it. */
  public static Vector vector(StoreCipher cipher, long rid, byte[] stored) {
    byte[] bytes = cipher.openIfReadable(VECTOR, rid, stored);
    return bytes == null ? NONE : Vector.fromBytes(bytes);
  }

  /**
   * The hash of a row.
   *
   * @param id of the record, as the table of records has it
   * @param writtenAt in microseconds; null if it is not known
   */
  public static String hash(String id, String model, byte[] vector, @Nullable Long writtenAt) {
    return writtenAt == null
        ? RowHash.of(id, model, vector)
        : RowHash.of(id, model, vector, writtenAt);
  }

  /** Whether it can be compared with a vector of a model. */
  public boolean isLike(long otherModel, Vector other) {
    return model == otherModel && vector.dimensions() == other.dimensions();
  }

  /** The room it takes in memory, about. */
  public int bytes() {
    return BYTES + Short.BYTES * vector.dimensions();
  }
}
