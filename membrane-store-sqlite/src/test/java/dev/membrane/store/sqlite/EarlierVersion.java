package dev.membrane.store.sqlite;

/** Takes away what a migration has added. */
final class EarlierVersion {

  private static final String TWELFTH =
      """
      DROP TABLE encryption;
      DROP TABLE moved_from;
      DROP TABLE version;
      DROP INDEX tombstone_by_scope;
      ALTER TABLE embedding DROP COLUMN written_at;
      """;

  static final String ELEVENTH =
      TWELFTH
          + """
      DROP TABLE figure_log;
      DROP TABLE figure_block;
      DROP TABLE figure_points;
      PRAGMA user_version = 11;
      """;

  private static final String TENTH =
      ELEVENTH
          + """
      ALTER TABLE pool_word RENAME TO word_of_run;
      CREATE TABLE pool_word (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) STRICT, WITHOUT ROWID;
      CREATE TABLE pool_word_recent (
        pool INTEGER NOT NULL, word TEXT NOT NULL, records INTEGER NOT NULL,
        PRIMARY KEY (pool, word)) STRICT, WITHOUT ROWID;
      INSERT INTO pool_word SELECT pool, word, sum(records) FROM word_of_run GROUP BY 1, 2;
      INSERT INTO pool_word_recent SELECT l.pool, w.key, sum(w.value)
      FROM pool_word_log l, json_each(l.deltas) w GROUP BY 1, 2;
      DROP TABLE word_of_run;
      DROP TABLE pool_word_run;
      DROP TABLE pool_word_log;
      """;

  static final String SIXTH =
      TENTH
          + """
      DROP INDEX arrival_by_whole;
      DROP TABLE run;
      DROP TABLE run_word;
      PRAGMA user_version = 6;
      """;

  static final String FIFTH =
      SIXTH
          + """
      DROP TABLE audit_head;
      ALTER TABLE memory DROP COLUMN nonce;
      ALTER TABLE key DROP COLUMN row_hash;
      ALTER TABLE queue DROP COLUMN row_hash;
      ALTER TABLE embedding DROP COLUMN row_hash;
      PRAGMA user_version = 5;
      """;

  static final String FOURTH = FIFTH + "DROP TABLE cleaning; PRAGMA user_version = 4;";

  private EarlierVersion() {}
}
