package dev.membrane.store.postgres.internal.session;

import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.session.WriteSet;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Numbered;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The turns of writers. Whoever writes holds the locks of all scopes that it touches to the end of
 * its transaction. They are taken in one order, so that writers do not wait for each other in a
 * circle, and before anything is read that they protect. The numbers of new records are drawn
 * afterwards: in each scope they follow the commits.
 *
 * <p>Scopes share {@value #SLOTS} locks, since the server has room for so many only. A scope that
 * has no name is one like the others. Keys have no scope; those that are replaced are locked in the
 * order of their names.
 */
final class ScopeLocks {

  private static final int SLOTS = 1024;

  // Each part waits for the one before it: a condition without columns is decided first.
  private static final String TAKE =
      """
      WITH open AS MATERIALIZED (
        SELECT pg_advisory_xact_lock_shared(<lock>)
      ), slot AS MATERIALIZED (
        SELECT DISTINCT CAST(hashtextextended(t.scope, 0) & (<slots> - 1) AS integer) AS number
        FROM (
          SELECT scope COLLATE "C" FROM unnest(:scopes) AS named (scope)
          UNION ALL SELECT d.scope FROM record_scope d WHERE d.id = ANY (:ids)
          UNION ALL SELECT r.scope FROM run r WHERE r.id = ANY (:runs)) AS t
      ), turn AS MATERIALIZED (
        SELECT pg_advisory_xact_lock(CAST(<lock> >> 32 AS integer), s.number)
        FROM (SELECT number FROM slot ORDER BY number OFFSET 0) AS s
        WHERE (SELECT count(*) FROM open) > 0
      ), held AS MATERIALIZED (
        SELECT 1 FROM key k
        WHERE k.name = ANY (:keys) AND (SELECT count(*) FROM turn) >= 0
        ORDER BY k.name
        FOR UPDATE
      )
      SELECT CASE
          WHEN n.number <= :records THEN nextval('arrival')
          WHEN n.number > :records THEN nextval('run_number') END,
        n.number <= :records
      FROM (SELECT count(*) FROM held) AS h
      LEFT JOIN generate_series(1, :records + :runNumbers) AS n (number) ON TRUE
      """;

  private final String take;

  ScopeLocks(String lock) {
    this.take = TAKE.replace("<lock>", lock).replace("<slots>", String.valueOf(SLOTS));
  }

  /** Waits for the turn in all scopes that are touched, and draws the numbers of what is new. */
  void take(ReadTransaction rows, WriteSet writeSet, BiConsumer<Numbered, Long> numbers)
      throws SQLException {
    Dialect dialect = rows.dialect();
    rows.each(
        row -> numbers.accept(row.getBoolean(2) ? Numbered.RECORD : Numbered.RUN, row.getLong(1)),
        take,
        Map.of(
            "scopes",
            dialect.texts(writeSet.scopes().stream().map(dialect::columnOfScope).toList()),
            "ids",
            dialect.keys(writeSet.ids()),
            "runs",
            dialect.keys(writeSet.runs()),
            "keys",
            dialect.keys(writeSet.keys().stream().map(dialect.cipher()::name).toList()),
            "records",
            writeSet.newRecords(),
            "runNumbers",
            writeSet.newRuns()));
  }
}
