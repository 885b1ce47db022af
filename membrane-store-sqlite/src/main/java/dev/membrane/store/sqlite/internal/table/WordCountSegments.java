package dev.membrane.store.sqlite.internal.table;

import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.store.sqlite.internal.words.CountedWord;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes what {@link dev.membrane.store.sqlite.internal.words.WordCounts} reads. The words of a
 * commit are spread over all the pages of a table of counts, and a page that changes is written as
 * a whole; hence a log, and sorted segments that are merged. Three segments that are not much
 * larger than a new one become one with it, so that there are few segments, and a count is written
 * again only when there are four times as many. For the writer. In the tables the number of a
 * segment is the column {@code run}.
 */
record WordCountSegments(Sql sql) {

  /** As many entries as the log has at the most; a connection that is new has to read them. */
  static final int MAX_LOGGED = 64_000;

  /** Segments become one with a new one when so many next to it are not much larger. */
  private static final int FEWEST_ALIKE = 3;

  /** As many times as large. */
  private static final int ALIKE = 2;

  /** Larger segments are not made, as a commit would have to wait for it. */
  private static final int MAX_MERGED = 300_000;

  private static final String SEGMENTS = "SELECT run, rows FROM pool_word_run ORDER BY run DESC";

  private static final String LAST_SEGMENT = "SELECT coalesce(max(run), 0) FROM pool_word_run";
  private static final String LAST_LOGGED =
      "SELECT id, entries FROM pool_word_log ORDER BY id DESC LIMIT 1";

  static final String LOG =
      "INSERT INTO pool_word_log (id, pool, entries, deltas) VALUES (?, ?, ?, ?)";

  private static final String BLOCKS =
      "SELECT pool, counts FROM pool_word WHERE run = ? ORDER BY pool, first";

  private static final String LOGGED = "SELECT pool, deltas FROM pool_word_log ORDER BY id";

  // Before the new segment is written, so that it takes the pages that become free.
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

  private record Segment(long number, long rows) {}

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
    if (hasLosses || logged.entries() > MAX_LOGGED) {
      merge(firstMerged(segments(), logged), logged.id());
    }
  }

  /** Forgets all counts, so that they can be added anew. */
  void clear() throws SQLException {
    long last = last().id();
    for (String removal : CLEAR) {
      sql.update(removal);
    }
    // Numbers go on: whoever reads knows by them what of the log is new.
    new SegmentWriter(sql, last).finish();
  }

  private List<Segment> segments() throws SQLException {
    return sql.all(row -> new Segment(row.getLong(1), row.getLong(2)), SEGMENTS);
  }

  private Logged last() throws SQLException {
    Logged logged = sql.first(row -> new Logged(row.getLong(1), row.getLong(2)), LAST_LOGGED);
    return logged != null ? logged : new Logged(sql.firstNumber(LAST_SEGMENT), 0);
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

  /** Has the log, and the segments from one on, become one segment. */
  private void merge(long first, long segment) throws SQLException {
    WordMerge merge = merged(first);
    for (String removal : REMOVE_MERGED) {
      sql.update(removal, first);
    }
    sql.update(FORGET_LOG);
    SegmentWriter out = new SegmentWriter(sql, segment);
    merge.writeTo(out);
    List<CountedWord> losses = out.finish();
    if (!losses.isEmpty()) {
      new WordRemoval(sql, segments().stream().map(Segment::number).toList()).remove(losses);
    }
    sql.update(REMOVE_EMPTY);
  }

  private WordMerge merged(long first) throws SQLException {
    WordMerge merge = new WordMerge();
    for (Segment each : segments()) {
      if (each.number() >= first) {
        merge.add(sql.all(WordBlock::read, BLOCKS, each.number()));
      }
    }
    for (List<WordBlock> ofCommit : logged()) {
      merge.add(ofCommit);
    }
    return merge;
  }

  /** The log in lists in the order of pools: the rows of a commit are in it. */
  private List<List<WordBlock>> logged() throws SQLException {
    List<List<WordBlock>> commits = new ArrayList<>();
    long last = Long.MAX_VALUE;
    for (WordBlock row : sql.all(WordBlock::read, LOGGED)) {
      if (row.pool() <= last) {
        commits.add(new ArrayList<>());
      }
      commits.get(commits.size() - 1).add(row);
      last = row.pool();
    }
    return commits;
  }

  private static long firstMerged(List<Segment> segments, Logged logged) {
    long first = logged.id();
    long rows = logged.entries();
    int next = 0;
    int end = endOfAlike(segments, next, rows);
    while (end - next >= FEWEST_ALIKE) {
      long more = segments.subList(next, end).stream().mapToLong(Segment::rows).sum();
      if (rows + more > MAX_MERGED) {
        return first;
      }
      rows += more;
      first = segments.get(end - 1).number();
      next = end;
      end = endOfAlike(segments, next, rows);
    }
    return first;
  }

  /** Up to where the segments from one on are not much larger than so many rows. */
  private static int endOfAlike(List<Segment> segments, int from, long rows) {
    int end = from;
    while (end < segments.size() && segments.get(end).rows() <= ALIKE * rows) {
      end++;
    }
    return end;
  }
}
