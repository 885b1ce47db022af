package dev.membrane.store.postgres;

/** Makes of the tables of this version those of earlier ones, with what these would have held. */
final class EarlierSchema {

  private static final String OF_VERSION_7 =
      """
      DROP TABLE former_key;
      DROP TABLE former_run;
      DROP TABLE former_vector;
      DROP TABLE encryption;
      DROP TABLE retired_key;
      DROP TABLE moved_from;
      DROP TABLE data_key;
      DROP SEQUENCE data_key_number;
      ALTER TABLE audit_head DROP COLUMN sealed_sum;
      DROP TABLE version;
      DROP INDEX tombstone_by_scope;
      ALTER TABLE embedding DROP COLUMN written_at;
      UPDATE membrane_schema SET version = 7;
      """;

  private static final String OF_VERSION_6 =
      OF_VERSION_7
          + """
      DROP TABLE figure_log;
      DROP TABLE figure_block;
      DROP TABLE figure_points;
      UPDATE membrane_schema SET version = 6;
      """;

  /** Of version 5, in which all writers took turns. */
  static final String OF_VERSION_5 =
      OF_VERSION_6
          + """
      DROP SEQUENCE arrival;
      DROP SEQUENCE run_number;
      DROP TABLE record_scope;
      INSERT INTO pool_word (pool, word, records)
      SELECT w.id, c.word, sum(c.records)
      FROM pool w
      JOIN pool p ON NOT p.whole AND p.scope <> '' AND p.level = w.level
      JOIN pool_word c ON c.pool = p.id
      WHERE w.whole
      GROUP BY w.id, c.word;
      UPDATE pool w SET records = p.records, length = p.length
      FROM (SELECT level, sum(records) AS records, sum(length) AS length FROM pool
            WHERE NOT whole AND scope <> '' GROUP BY level) p
      WHERE w.whole AND w.level = p.level;
      CREATE TABLE earlier AS
      SELECT action, CAST(sum(entries) AS bigint) AS entries FROM audit_total GROUP BY action;
      DROP TABLE audit_total;
      ALTER TABLE earlier RENAME TO audit_total;
      ALTER TABLE audit_total ADD PRIMARY KEY (action);
      UPDATE membrane_schema SET version = 5;
      """;

  private EarlierSchema() {}
}
