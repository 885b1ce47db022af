package dev.membrane.store.sqlite.internal.cleaning;

import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the remains of deleted records from the file and its log. Some time after a deletion it
 * replaces words among the keys of the index, empties the log and overwrites the unused parts of
 * pages. It works in steps of a few milliseconds while nothing is written. {@link #LATEST} after
 * the deletion it no longer waits for that, and then takes a twentieth of the time. The file notes
 * that there is work to do, so that the next process goes on with it. For the writer.
 */
public final class Cleaner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Cleaner.class);

  /** How long nothing must have been written. */
  private static final Duration QUIET = Duration.ofSeconds(1);

  private static final Duration LATEST = Duration.ofSeconds(60);

  /** After somebody who reads an old state of the file kept the log from being emptied. */
  private static final Duration NEXT_TRY = Duration.ofSeconds(1);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(60);

  private static final int MAX_WAIT_MILLIS = 100;

  /** At most this part of the time is spent on it while others want to write. */
  private static final int PART = 20;

  private static final String NOTE =
      "INSERT INTO cleaning (step) VALUES ('pages') ON CONFLICT DO NOTHING";

  private static final String IS_NOTED = "SELECT count(*) FROM cleaning WHERE step = 'pages'";

  private static final String FORGET = "DELETE FROM cleaning WHERE step = 'pages'";

  private static final String ROOTS = "SELECT rootpage FROM sqlite_schema WHERE rootpage > 1";

  private final Path path;
  private boolean isWanted;
  private boolean isWantedAgain;
  private long quietAt;
  private long latestAt;
  private @Nullable PageFile file;
  private @Nullable SeparatorKeys keys;
  private @Nullable Leftovers leftovers;
  private long workedNanos;

  public Cleaner(Path path) {
    this.path = path;
    quietAt = System.nanoTime();
    latestAt = quietAt;
  }

  /** Notes a deletion within its transaction. */
  public static void note(Sql sql) throws SQLException {
    sql.update(NOTE);
  }

  /** Finds out whether there is work from before. */
  public void begin(Sql sql) throws SQLException {
    if (sql.firstNumber(IS_NOTED) > 0) {
      want();
    }
  }

  /** Something was committed. */
  public void committed(boolean isDeletion) {
    if (isDeletion) {
      want();
    }
    if (keys == null) {
      quietAt = Math.max(quietAt, System.nanoTime() + QUIET.toNanos());
    }
  }

  /** Whether there is anything to do, at once or later. */
  public boolean isWanted() {
    return isWanted;
  }

  /** Whether the next step is not to wait any longer for what others want to write. */
  public boolean isOverdue() {
    return latestAt - System.nanoTime() <= 0;
  }

  /** How long to wait for others before the next step, in nanoseconds. */
  public long patience() {
    return Math.max(0, quietAt - System.nanoTime());
  }

  /** Does the next step. */
  public void step(Sql sql) throws SQLException {
    long begun = System.nanoTime();
    try {
      step(sql, begun);
    } catch (IOException failure) {
      fail(failure);
    }
  }

  /** All steps at once, as far as nobody reads an old state of the file. */
  public void finish(Sql sql) throws SQLException {
    try {
      boolean goesOn = isWanted;
      while (goesOn) {
        goesOn = advance(sql) && isWanted;
      }
    } catch (IOException failure) {
      fail(failure);
    }
  }

  /** Nothing is known of what was under way; to be begun anew later. */
  public void fail(Throwable failure) {
    LOG.warn(
        "remains of deleted records could not be overwritten; the store will try again: {}",
        failure.toString());
    keys = null;
    leftovers = null;
    putOff(AFTER_FAILURE.toNanos());
  }

  /** To be called when all connections are closed. */
  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException failure) {
      LOG.warn("{} could not be closed: {}", path, failure.getMessage());
    }
  }

  private void want() {
    long now = System.nanoTime();
    if (!isWanted) {
      quietAt = Math.max(quietAt, now + QUIET.toNanos());
      latestAt = Math.max(latestAt, now + LATEST.toNanos());
    }
    isWanted = true;
    isWantedAgain = true;
  }

  private void step(Sql sql, long begun) throws SQLException, IOException {
    boolean isDone = advance(sql);
    long end = System.nanoTime();
    workedNanos += end - begun;
    latestAt = Math.max(latestAt, end + PART * (end - begun));
    if (!isDone) {
      putOff(NEXT_TRY.toNanos());
    } else if (keys == null) {
      putOff(PART * workedNanos);
      workedNanos = 0;
    }
  }

  private void putOff(long nanos) {
    quietAt = System.nanoTime() + nanos;
    latestAt = Math.max(latestAt, quietAt);
  }

  /** Answers whether it could be done. */
  private boolean advance(Sql sql) throws SQLException, IOException {
    if (keys == null) {
      // What is deleted from here on may or may not be found.
      isWantedAgain = false;
      keys = new SeparatorKeys();
    }
    if (!keys.isLookedThrough()) {
      keys.lookOn(sql);
      return true;
    }
    Leftovers current = leftovers;
    if (current == null) {
      return beginToLook(sql);
    }
    if (!current.isLookedThrough()) {
      current.lookOn();
      return true;
    }
    return overwrite(sql, current);
  }

  private boolean beginToLook(Sql sql) throws SQLException, IOException {
    if (!isLogEmptied(sql)) {
      return false;
    }
    if (file == null) {
      file = PageFile.open(path);
    }
    leftovers = new Leftovers(file);
    return true;
  }

  private boolean overwrite(Sql sql, Leftovers found) throws SQLException, IOException {
    if (!isLogEmptied(sql)) {
      return false;
    }
    sql.update("BEGIN IMMEDIATE");
    int pages = found.overwrite(sql.all(row -> row.getInt(1), ROOTS));
    // Pages that are in memory would bring back what was overwritten.
    sql.pragma("shrink_memory");
    if (!isWantedAgain) {
      sql.update(FORGET);
    }
    sql.update("COMMIT");
    LOG.debug("overwrote remains of deleted rows in {} pages", pages);
    keys = null;
    leftovers = null;
    isWanted = isWantedAgain;
    return true;
  }

  /** Copies all of the log into the file and empties it, unless somebody reads an old state. */
  private static boolean isLogEmptied(Sql sql) throws SQLException {
    sql.pragma("busy_timeout = " + MAX_WAIT_MILLIS);
    List<Boolean> blocked = sql.all(row -> row.getInt(1) != 0, "PRAGMA wal_checkpoint(TRUNCATE)");
    sql.pragma("busy_timeout = " + Connections.BUSY_MILLIS);
    return blocked.equals(List.of(false));
  }
}
