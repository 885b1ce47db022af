package dev.membrane.store.sqlite;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Writes what {@link WordCounts} reads. The words of a commit are spread over all the pages of a
 * table of counts, and a page that changes is written as a whole; hence a log, and runs that are
 * merged. Three runs that are not much larger than a new one become one with it, so that there are
 * few runs, and a count is written again only when there are four times as many. For the writer.
 */
record WordRuns(Sql sql) {

  /** As many entries as the log has at the most; a connection that is new has to read them. */
  static final int MOST_LOGGED = 64_000;

  /** Runs become one with a new run when so many beside it are not much larger. */
  private static final int FEWEST_ALIKE = 3;

  /** As many times as large. */
  private static final int ALIKE = 2;

  /** Larger runs are not made, as a commit would have to wait for it. */
  private static final int MOST_MERGED = 300_000;

  private static final String RUNS = "SELECT run, rows FROM pool_word_run ORDER BY run DESC";

  private static final String LAST_RUN = "SELECT coalesce(max(run), 0) FROM pool_word_run";
  private static final String LAST_LOGGED =
      "SELECT id, entries FROM pool_word_log ORDER BY id DESC LIMIT 1";

  static final String LOG =
      "INSERT INTO pool_word_log (id, pool, entries, deltas) VALUES (?, ?, ?, ?)";

  private static final String BLOCKS =
      "SELECT pool, counts FROM pool_word WHERE run = ? ORDER BY pool, first";

  private static final String LOGGED = "SELECT pool, deltas FROM pool_word_log";

  // Before the new run is written, so that it takes the pages that become free.
  private static final List<String> REMOVE_MERGED =
      List.of("DELETE FROM pool_word WHERE run >= ?", "DELETE FROM pool_word_run WHERE run >= ?");

  // Of the last one the number counts, even if nothing is left in it: the log begins after it.
  private static final String REMOVE_EMPTY =
      """
      DELETE FROM pool_word_run
      WHERE rows = 0 AND run < (SELECT max(run) FROM pool_word_run)
      """;

  private static final List<String> CLEAR =
      List.of("DELETE FROM pool_word", "DELETE FROM pool_word_run", "DELETE FROM pool_word_log");

  private static final String FORGET_LOG = "DELETE FROM pool_word_log";

  private record Run(long run, long rows) {}

  private record Logged(long id, long entries) {}

  /** Adds to the counts, by pool and word; no number is 0. */
  void add(Map<Long, Map<String, Long>> words) throws SQLException {
    if (words.isEmpty()) {
      return;
    }
    Logged logged = log(words, last());
    boolean hasLosses =
        words.values().stream()
            .anyMatch(deltas -> deltas.values().stream().anyMatch(delta -> delta < 0));
    if (hasLosses || logged.entries() > MOST_LOGGED) {
      merge(firstMerged(runs(), logged), logged.id());
    }
  }

  /** Forgets all counts, so that they can be added anew. */
  void clear() throws SQLException {
    long last = last().id();
    for (String removal : CLEAR) {
      sql.update(removal);
    }
    // Numbers go on: whoever reads knows by them what of the log is new.
    new RunWriter(sql, last).finish();
  }

  private List<Run> runs() throws SQLException {
    return sql.all(row -> new Run(row.getLong(1), row.getLong(2)), RUNS);
  }

  private Logged last() throws SQLException {
    Logged logged = sql.first(row -> new Logged(row.getLong(1), row.getLong(2)), LAST_LOGGED);
    return logged != null ? logged : new Logged(number(LAST_RUN), 0);
  }

  private long number(String query) throws SQLException {
    return Objects.requireNonNull(sql.first(row -> row.getLong(1), query));
  }

  private Logged log(Map<Long, Map<String, Long>> words, Logged before) throws SQLException {
    Logged last = before;
    for (Map.Entry<Long, Map<String, Long>> pool : new TreeMap<>(words).entrySet()) {
      Map<String, Long> deltas = pool.getValue();
      last = new Logged(last.id() + 1, last.entries() + deltas.size());
      sql.update(LOG, last.id(), pool.getKey(), last.entries(), WordBlock.write(deltas));
    }
    return last;
  }

  /** Has the log, and the runs from one on, become one run. */
  private void merge(long first, long run) throws SQLException {
    WordMerge merge = merged(first);
    for (String removal : REMOVE_MERGED) {
      sql.update(removal, first);
    }
    sql.update(FORGET_LOG);
    RunWriter out = new RunWriter(sql, run);
    merge.writeTo(out);
    List<CountedWord> losses = out.finish();
    if (!losses.isEmpty()) {
      new GoneWords(sql, runs().stream().map(Run::run).toList()).remove(losses);
    }
    sql.update(REMOVE_EMPTY);
  }

  private WordMerge merged(long first) throws SQLException {
    WordMerge merge = new WordMerge();
    for (Run each : runs()) {
      if (each.run() >= first) {
        merge.add(sql.all(WordBlock::read, BLOCKS, each.run()));
      }
    }
    for (WordBlock row : sql.all(WordBlock::read, LOGGED)) {
      merge.add(List.of(row));
    }
    return merge;
  }

  private static long firstMerged(List<Run> runs, Logged logged) {
    long first = logged.id();
    long rows = logged.entries();
    int next = 0;
    int end = endOfAlike(runs, next, rows);
    while (end - next >= FEWEST_ALIKE) {
      long more = runs.subList(next, end).stream().mapToLong(Run::rows).sum();
      if (rows + more > MOST_MERGED) {
        return first;
      }
      rows += more;
      first = runs.get(end - 1).run();
      next = end;
      end = endOfAlike(runs, next, rows);
    }
    return first;
  }

  /** Up to where the runs from one on are not much larger than so many rows. */
  private static int endOfAlike(List<Run> runs, int from, long rows) {
    int end = from;
    while (end < runs.size() && runs.get(end).rows() <= ALIKE * rows) {
      end++;
    }
    return end;
  }
}
