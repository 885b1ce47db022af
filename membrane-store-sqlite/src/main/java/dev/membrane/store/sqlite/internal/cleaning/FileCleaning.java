package dev.membrane.store.sqlite.internal.cleaning;

import dev.membrane.store.sqlite.internal.session.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rewrites a file that may still hold parts of deleted records, because these were deleted before
 * SQLite was told to overwrite deleted content. This is done once for a file. If it is interrupted
 * or fails, the file stays as it was, and the next opening tries again.
 */
public final class FileCleaning {

  private static final Logger LOG = LoggerFactory.getLogger(FileCleaning.class);

  private static final String IS_DUE = "SELECT count(*) FROM cleaning WHERE step = 'file'";

  // To merge the posting lists drops what was deleted from them. Those that are merged already
  // stay as they are, so they are given something to merge with.
  private static final String MERGE =
      """
      BEGIN IMMEDIATE;
      INSERT INTO posting (rowid, words) VALUES (0, 'x');
      INSERT INTO posting (posting) VALUES ('optimize');
      INSERT INTO posting (posting, rowid, words) VALUES ('delete', 0, 'x');
      COMMIT;
      """;

  private static final String DONE =
      """
      BEGIN IMMEDIATE;
      DELETE FROM cleaning WHERE step = 'file';
      INSERT INTO cleaning (step) VALUES ('pages') ON CONFLICT DO NOTHING;
      COMMIT;
      """;

  private FileCleaning() {}

  /** Does it if it is due. */
  public static void runIfDue(Path path, Sql sql) throws SQLException {
    if (sql.firstNumber(IS_DUE) == 0) {
      return;
    }
    LOG.info(
        "{}: removing the remains of deleted records; this takes minutes for a large file", path);
    long begun = System.nanoTime();
    try {
      run(sql);
      LOG.info(
          "{}: removed the remains of deleted records in {}",
          path,
          Duration.ofNanos(System.nanoTime() - begun));
    } catch (SQLException failure) {
      LOG.warn(
          "{}: the remains of deleted records could not be removed; the next start will try again: {}",
          path,
          failure.getMessage());
      rollBack(sql);
    }
  }

  private static void run(Sql sql) throws SQLException {
    sql.script(MERGE);
    // A copy of the file is made meanwhile, which may be too large for memory.
    sql.script("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY;");
    sql.script(DONE);
  }

  private static void rollBack(Sql sql) {
    try {
      sql.rollBack();
    } catch (SQLException none) {
      LOG.debug("there was no transaction to roll back: {}", none.getMessage());
    }
  }
}
