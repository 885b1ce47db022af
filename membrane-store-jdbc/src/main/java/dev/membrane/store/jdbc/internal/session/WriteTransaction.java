package dev.membrane.store.jdbc.internal.session;

import dev.membrane.spi.commit.ConflictException;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions and statements of a writing connection. Parameters are bound in order, and a
 * list stands for as many parameters as it has items. Statements whose result nobody waits for may
 * be kept back and sent together. A query sees everything that was written before it. Used by one
 * thread at a time.
 */
public interface WriteTransaction extends ReadTransaction, AutoCloseable {

  /**
   * Begins a transaction.
   *
   * @param writeSet what it touches
   */
  void begin(Supplier<WriteSet> writeSet) throws SQLException;

  /** What has numbers that grow as rows come. */
  enum Numbered {
    /** Records, in the order of their arrival. */
    RECORD,
    /** Kept runs. */
    RUN
  }

  /**
   * A number for a new row: greater than those of all rows of its scope that others see before it.
   */
  long number(Numbered of) throws SQLException;

  /**
   * Keeps other writers from making what all scopes share (lanes, models, and the spaces of all
   * scopes) until the end of the transaction. What they have made until now is seen afterwards. By
   * default there are no others.
   */
  default void lockShared() throws SQLException {}

  /** Undoes it. */
  void rollBack() throws SQLException;

  /** Makes it durable. */
  void commit() throws SQLException;

  /** Whether a failure is one of the whole transaction, not of a statement. */
  boolean isLost(SQLException failure);

  /** Closes the connection, which undoes a transaction that is still open. */
  @Override
  void close() throws SQLException;

  /** Groups whose statements do not depend on those of the groups after them. */
  enum WriteGroup {
    /** Unique names. */
    KEY,
    /** Work that waits. */
    QUEUE,
    /** The narrow rows of records. */
    MEMORY,
    /** What of them only another content changes. */
    REWRITE,
    /** What stays of records that end. */
    TOMBSTONE,
    /** Their wide rows. */
    DOCUMENT,
    /** Their words, and the counts of these. */
    POSTING,
    /** Their vectors. */
    EMBEDDING,
    /** Their logs. */
    AUDIT,
    /** Kept runs and their words. */
    RUN,
    /** What metrics are made of. */
    FIGURE,
    /** Former states and vectors of records. */
    VERSION
  }

  /**
   * Runs a statement some time before the next that is run at once, or {@link #flush}; by default
   * at once.
   */
  default void later(WriteGroup group, String sql, @Nullable Object... values) throws SQLException {
    update(sql, values);
  }

  /** As {@link #later}, for one row of a statement that may take many: {@code {rows 3}}. */
  default void row(WriteGroup group, String sql, @Nullable Object... values) throws SQLException {
    update(sql, values);
  }

  /** What a changeset expected and what there is instead, found out when it is asked for. */
  @FunctionalInterface
  interface Conflict {
    /** The message of the exception. */
    String message() throws SQLException;

    /**
     * The message about something that is stored under a name.
     *
     * @param expected what the changeset has seen
     * @param found what is stored; empty: nothing
     */
    static String of(String name, Object expected, Optional<?> found) {
      return "version conflict on %s: expected %s, found %s"
          .formatted(name, expected, found.isPresent() ? found.get() : "none");
    }
  }

  /**
   * As {@link #later}, for a statement that is a conflict if it changes no row.
   *
   * @throws ConflictException if it is run at once, and changes none
   */
  void expect(WriteGroup group, Conflict conflict, String sql, @Nullable Object... values)
      throws SQLException;

  /** All rows of a query. */
  <T> List<T> all(RowParser<T> row, String sql, @Nullable Object... values) throws SQLException;

  /** The first row of a query, or null. */
  default <T> @Nullable T first(RowParser<T> row, String sql, @Nullable Object... values)
      throws SQLException {
    List<T> rows = all(row, sql, values);
    return rows.isEmpty() ? null : rows.get(0);
  }

  /** The number in the first column of the first row of a query; 0 if there is none. */
  default long firstNumber(String sql, @Nullable Object... values) throws SQLException {
    Long number = first(row -> row.getLong(1), sql, values);
    return number == null ? 0 : number;
  }

  /**
   * Sends what was kept back: by default nothing is.
   *
   * @throws ConflictException if an expected row was not there
   */
  default void flush() throws SQLException {}

  /** Drops what was kept back. */
  void forget();

  /** Parameters one by one. */
  static @Nullable Object[] flat(@Nullable Object... values) {
    if (Arrays.stream(values).noneMatch(List.class::isInstance)) {
      return values;
    }
    List<@Nullable Object> flat = new ArrayList<>(values.length);
    for (Object value : values) {
      if (value instanceof List<?> several) {
        flat.addAll(several);
      } else {
        flat.add(value);
      }
    }
    return flat.toArray();
  }
}
