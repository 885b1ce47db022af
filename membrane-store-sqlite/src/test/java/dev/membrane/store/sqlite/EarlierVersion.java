package dev.membrane.store.sqlite;

/** Takes away what a migration has added. */
final class EarlierVersion {

  static final String SIXTH =
      """
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
