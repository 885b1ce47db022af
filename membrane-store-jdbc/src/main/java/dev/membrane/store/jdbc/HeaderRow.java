package dev.membrane.store.jdbc;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.Header;
import dev.membrane.spi.UnreadableRecordException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How the columns of a record become its header. */
public final class HeaderRow {

  private HeaderRow() {}

  /**
   * The columns of a record that is there.
   *
   * @param scope empty: none
   * @param createdAt in microseconds
   * @param updatedAt in microseconds
   * @param bytes of the document
   */
  public record Columns(
      String id,
      String scope,
      int level,
      String type,
      double confidence,
      long createdAt,
      long updatedAt,
      long bytes) {

    /**
     * The header.
     *
     * @param salience at the instant asked for
     * @throws UnreadableRecordException if the columns are not as they were written
     */
    public Header header(double salience) {
      RedactedRecord outline =
          new RedactedRecord(
              id,
              kind(),
              sensitivity(level),
              confidence,
              salience,
              HeaderRow.scope(scope),
              Micros.toInstant(createdAt),
              Micros.toInstant(updatedAt));
      return Header.of(outline, bytes);
    }

    private MemoryType kind() {
      try {
        return MemoryType.of("type", type);
      } catch (ValidationException damaged) {
        throw new UnreadableRecordException(id, damaged);
      }
    }
  }

  /** The header of what stays of a deleted record. */
  public static Header deleted(String id, String scope, int level) {
    return Header.deleted(id, scope(scope), sensitivity(level));
  }

  /** A level that there is not is taken for the highest. */
  private static Sensitivity sensitivity(int level) {
    return Arrays.stream(Sensitivity.values())
        .filter(sensitivity -> sensitivity.level() == level)
        .findFirst()
        .orElse(Sensitivity.HYPER);
  }

  private static @Nullable String scope(String column) {
    return column.isEmpty() ? null : column;
  }
}
