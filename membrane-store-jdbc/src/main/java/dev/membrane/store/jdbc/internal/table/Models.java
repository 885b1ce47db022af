package dev.membrane.store.jdbc.internal.table;

import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The numbers that stand for the models of vectors. For the writer. */
public final class Models {

  private static final String ADD =
      "INSERT INTO model ({columns name}) VALUES ({values name}) RETURNING id";

  private final WriteTransaction sql;
  private final RecentIds<String> recent = new RecentIds<>();

  public Models(WriteTransaction sql) {
    this.sql = sql;
  }

  /** What was looked up may have been rolled back. */
  public void forget() {
    recent.clear();
  }

  /** The number of a model, made if it is new. */
  public long idOf(String name) throws SQLException {
    return recent.idOf(name, true, sql, this::find, this::add);
  }

  private @Nullable Long find(String name) throws SQLException {
    long found = VectorQuery.number(sql, name);
    return found == VectorQuery.NO_MODEL ? null : (Long) found;
  }

  private @Nullable Long add(String name) throws SQLException {
    return sql.first(row -> row.getLong(1), ADD, sql.dialect().columns(name));
  }
}
