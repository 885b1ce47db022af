package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.history.FormerState;
import dev.membrane.store.jdbc.internal.history.FormerVectors;
import dev.membrane.store.jdbc.internal.history.VersionTable;
import dev.membrane.store.jdbc.internal.row.Nullables;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.runs.KeptRuns;
import dev.membrane.store.jdbc.internal.table.StoredVector;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows that have a hash of their own with it: vectors, keys, rows of queues, runs,
 * their former states, and versions. What runs must have in the index of words is noted by the way.
 */
record HashedRows(ReadTransaction rows, Inspection inspection, StoredCheck check) {

  private static final String VECTORS =
      """
      SELECT m.id, o.name, e.vector, e.row_hash, e.written_at, NULL
      FROM embedding e
      LEFT JOIN memory m ON m.rid = e.rid
      LEFT JOIN model o ON o.id = e.model
      """;

  private static final String FORMER_VECTORS =
      """
      SELECT coalesce(m.id, t.id), o.name, f.vector, f.row_hash, f.written_at, f.until
      FROM former_vector f
      LEFT JOIN memory m ON m.rid = f.rid
      LEFT JOIN tombstone t ON t.rid = f.rid
      LEFT JOIN model o ON o.id = f.model
      """;

  private static final String KEYS =
      "SELECT row_hash, 'the key ' || name, {columns name}, value, owner FROM key";

  private static final String QUEUES =
      """
      SELECT row_hash, 'the row of queue ' || queue || ' for ' || item,
        {columns queue}, {columns item}, due_at, attempts
      FROM queue
      """;

  private static final String THE_RUN = "the run ";

  private static final String RUNS =
      """
      SELECT row_hash, 'the run ' || {text r.id},
        number, {columns id}, pool, scope, level, at, length, words, tools, groups
      FROM run r
      """;

  private static final String FORMER_KEYS =
      """
      SELECT row_hash, 'a former value of the key ' || name,
        {columns name}, until, value, owner
      FROM former_key
      """;

  private static final String FORMER_RUNS =
      """
      SELECT row_hash, 'a former state of the run ' || {text r.id},
        {columns id}, until, scope, level, at, words, tools, groups
      FROM former_run r
      """;

  private static final String VERSIONS =
      """
      SELECT rid, version, until, audits, updated_at, last_reinforced_at, s0, t0, delta, row_hash
      FROM version
      """;

  private static final String RUN_WORDS = "SELECT pool, word, block, places FROM run_word";

  /** Compares all of them. */
  void run() throws SQLException {
    checkVectors();
    rows.each(this::checkHashed, KEYS);
    rows.each(this::checkHashed, QUEUES);
    checkRuns();
    rows.each(this::checkHashed, FORMER_KEYS);
    rows.each(this::checkHashed, FORMER_RUNS);
    checkVersions();
  }

  private void checkVectors() throws SQLException {
    rows.each(
        row -> checkVector(row, "the vector", "a vector is of no record, or of no model"), VECTORS);
    rows.each(
        row ->
            checkVector(
                row,
                "a former vector",
                "a former vector is of no record and no tombstone, or of no model"),
        FORMER_VECTORS);
  }

  private void checkVector(ResultSet row, String what, String loose) throws SQLException {
    String id = row.getString(1);
    String model = row.getString(2);
    if (id == null || model == null) {
      check.fault(id, loose);
      return;
    }
    String hash = StoredVector.hash(id, model, row.getBytes(3), Nullables.number(row, 5));
    Long until = Nullables.number(row, 6);
    check.row(id, what, row.getString(4), until == null ? hash : FormerVectors.hash(hash, until));
  }

  private void checkVersions() throws SQLException {
    long[] counts = new long[2];
    rows.each(
        row -> {
          boolean isErased = VersionTable.ERASED.equals(row.getString(9));
          counts[isErased ? 1 : 0]++;
          if (!isErased) {
            check.row(null, "a version", row.getString(10), FormerState.read(row).hash());
          }
        },
        VERSIONS);
    inspection.versions(counts[0], counts[1]);
  }

  private void checkRuns() throws SQLException {
    rows.each(
        row -> {
          if (checkHashed(row)) {
            checkRun(row);
          }
        },
        RUNS);
    rows.each(
        row ->
            check
                .runs()
                .addPlaces(row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)),
        RUN_WORDS);
  }

  private void checkRun(ResultSet row) throws SQLException {
    String sealed = row.getString("words");
    String words = rows.dialect().cipher().openUnlessErased(KeptRuns.WORDS, runOf(row), sealed);
    if (words == null) {
      check.fault(runOf(row), "the run cannot be read: its key was destroyed");
      return;
    }
    check
        .runs()
        .add(
            new RunCheck.RunRow(
                row.getLong("number"),
                row.getLong("pool"),
                rows.dialect().plainScope(row.getString("scope")),
                row.getLong("level"),
                row.getInt("length"),
                words));
  }

  private String runOf(ResultSet row) throws SQLException {
    return rows.dialect().plain(row.getString(2).substring(THE_RUN.length()));
  }

  /**
   * A row with its hash, its name, and the columns that are hashed; answers whether it is as it was
   * written.
   */
  private boolean checkHashed(ResultSet row) throws SQLException {
    @Nullable Object[] columns = new Object[row.getMetaData().getColumnCount() - 2];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = row.getString(i + 3);
    }
    String hash = RowHash.of(columns);
    check.row(null, row.getString(2), row.getString(1), hash);
    return hash.equals(row.getString(1));
  }
}
