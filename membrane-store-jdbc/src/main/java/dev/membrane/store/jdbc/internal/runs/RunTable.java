package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.schema.Timestamps;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.RunPlace;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.row.RecordRow;
import dev.membrane.store.jdbc.internal.row.RowHash;
import dev.membrane.store.jdbc.internal.runs.FormerRuns.FormerRun;
import dev.membrane.store.jdbc.internal.session.WriteTransaction;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.Numbered;
import dev.membrane.store.jdbc.internal.session.WriteTransaction.WriteGroup;
import dev.membrane.store.jdbc.internal.table.Pools;
import dev.membrane.store.jdbc.internal.table.SharedChanges;
import dev.membrane.store.jdbc.internal.words.RunWord;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes kept runs and the index of their words. A row of the index is for a pool (the scope and
 * level of the runs), a word and a block of runs, see {@link RunPlaces}. For the writer.
 */
public record RunTable(WriteTransaction sql, Pools pools) {

  private static final String PRESENT =
      "SELECT " + KeptRuns.COLUMNS + ", r.number, r.pool FROM run r WHERE r.id {in ids}";

  private static final String ADD =
      """
      INSERT INTO run (
        number, {columns id}, pool, scope, level, at, length, words, tools, groups, row_hash)
      VALUES (?, {values id}, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String PLACES =
      """
      SELECT w.word, w.places FROM run_word w
      WHERE w.pool = :pool AND w.word {in words} AND w.block = :block
      """;

  private static final String PLACES_OF_BLOCK =
      "SELECT w.word, w.places FROM run_word w WHERE w.pool = :pool AND w.block = :block";

  private static final String PUT_PLACES =
      """
      INSERT INTO run_word (pool, word, block, places) {rows 4}
      ON CONFLICT (pool, word, block) DO UPDATE SET places = excluded.places
      """;

  private static final String REMOVE = "DELETE FROM run WHERE number = ?";

  private static final String REMOVE_PLACES =
      "DELETE FROM run_word WHERE (pool, word, block) IN ({rows 3})";

  private record RunBlock(long pool, long number) {}

  /**
   * What comes to the places of words, by block and word; {@link RunPlaces#NONE} takes one away.
   */
  private static final class PlaceChanges {
    private final Map<RunBlock, Map<String, Map<Long, Integer>>> added = new LinkedHashMap<>();

    void add(long pool, long run, String word, int count) {
      added
          .computeIfAbsent(new RunBlock(pool, RunPlaces.blockOf(run)), first -> new TreeMap<>())
          .computeIfAbsent(word, first -> new TreeMap<>())
          .put(run, count);
    }
  }

  /** A run that is there. */
  private record PresentRun(FormerRun run, long number, long pool) {

    static PresentRun read(ResultSet row, Dialect dialect) throws SQLException {
      return new PresentRun(FormerRun.read(row, dialect), row.getLong(8), row.getLong(9));
    }
  }

  /** Drops runs, then keeps others, each in the place of one of the same id. */
  public void write(Changeset changeset, SharedChanges shared) throws SQLException {
    Map<String, KeptRun> last = new LinkedHashMap<>();
    changeset.runsKept().forEach(run -> last.put(run.id(), run));
    Set<String> going = new LinkedHashSet<>(changeset.runsDropped());
    going.addAll(last.keySet());
    if (!going.isEmpty()) {
      List<PresentRun> present = present(going);
      end(going, present, last, changeset.history(), shared);
      PlaceChanges places = new PlaceChanges();
      remove(present, places, shared);
      for (KeptRun run : last.values()) {
        add(run, places);
      }
      write(places, shared);
    }
    for (RunPlace place : changeset.history().erased().runs()) {
      FormerRuns.erase(sql, place);
      shared.delete();
    }
  }

  private List<PresentRun> present(Set<String> ids) throws SQLException {
    Dialect dialect = sql.dialect();
    return sql.all(row -> PresentRun.read(row, dialect), PRESENT, Map.of("ids", dialect.keys(ids)));
  }

  private void end(
      Set<String> going,
      List<PresentRun> present,
      Map<String, KeptRun> added,
      HistorySteps steps,
      SharedChanges shared)
      throws SQLException {
    Instant at = steps.runsKeptAt();
    if (at != null) {
      FormerRuns.end(sql, present.stream().map(PresentRun::run).toList(), added, at);
    } else if (steps.erased().isErasure()) {
      FormerRuns.erase(sql, going);
      shared.delete();
    }
  }

  private void remove(List<PresentRun> present, PlaceChanges places, SharedChanges shared)
      throws SQLException {
    for (PresentRun run : present) {
      for (String word : wordsOf(run)) {
        places.add(run.pool(), run.number(), word, RunPlaces.NONE);
      }
      places.add(run.pool(), run.number(), RunPlaces.LENGTHS, RunPlaces.NONE);
      sql.later(WriteGroup.RUN, REMOVE, run.number());
      shared.delete();
    }
  }

  /** As the index has them. Those that cannot be decrypted are found by their places. */
  private List<String> wordsOf(PresentRun present) throws SQLException {
    FormerRun run = present.run();
    StoreCipher cipher = sql.dialect().cipher();
    String json =
        cipher.openIfReadable(KeptRuns.WORDS, run.id(), Objects.requireNonNull(run.words()));
    return json == null
        ? wordsByPlaces(present)
        : words(json, cipher.words(sql.dialect().plainScope(run.scope())));
  }

  private List<String> wordsByPlaces(PresentRun run) throws SQLException {
    List<String> words = new ArrayList<>();
    sql.each(
        row -> {
          String word = row.getString(1);
          RunPlaces.each(
              row.getString(2),
              (number, count) -> {
                if (number == run.number()) {
                  words.add(word);
                }
              });
        },
        PLACES_OF_BLOCK,
        Map.of("pool", run.pool(), "block", RunPlaces.blockOf(run.number())));
    return words;
  }

  private void add(KeptRun run, PlaceChanges places) throws SQLException {
    Dialect dialect = sql.dialect();
    StoreCipher cipher = dialect.cipher();
    long number = sql.number(Numbered.RUN);
    String scope = RecordRow.scope(run.scope());
    int level = run.sensitivity().level();
    long pool = pools.idOf(false, scope, level);
    Object[] columns =
        WriteTransaction.flat(
            number,
            dialect.columns(run.id()),
            pool,
            dialect.columnOfScope(scope),
            level,
            Timestamps.toEpochMicros(run.at()),
            run.length(),
            cipher.seal(scope, KeptRuns.WORDS, run.id(), KeptRuns.text(run.words())),
            cipher.seal(scope, KeptRuns.TOOLS, run.id(), KeptRuns.text(run.tools())),
            cipher.seal(scope, KeptRuns.GROUPS, run.id(), KeptRuns.text(run.groups())));
    sql.later(
        WriteGroup.RUN, ADD, WriteTransaction.flat(Arrays.asList(columns), RowHash.of(columns)));
    WordForm form = cipher.words(scope);
    run.words()
        .forEach(
            (term, count) -> places.add(pool, number, form.of(WordEncoding.term(term)), count));
    places.add(pool, number, RunPlaces.LENGTHS, run.length());
  }

  private void write(PlaceChanges places, SharedChanges shared) throws SQLException {
    for (Map.Entry<RunBlock, Map<String, Map<Long, Integer>>> block : places.added.entrySet()) {
      long pool = block.getKey().pool();
      long number = block.getKey().number();
      Map<String, String> before = placesOf(block.getKey(), block.getValue().keySet());
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, Map<Long, Integer>> word : block.getValue().entrySet()) {
        String name = word.getKey();
        shared.changedPlaces().add(new RunWord(pool, name));
        String after = RunPlaces.with(before.getOrDefault(name, ""), word.getValue());
        if (after.isEmpty()) {
          gone.add(name);
        } else {
          sql.row(WriteGroup.RUN, PUT_PLACES, pool, name, number, after);
        }
      }
      for (String name : gone) {
        sql.row(WriteGroup.RUN, REMOVE_PLACES, pool, name, number);
      }
    }
  }

  private Map<String, String> placesOf(RunBlock block, Collection<String> words)
      throws SQLException {
    return sql.map(
        row -> row.getString(1),
        row -> row.getString(2),
        PLACES,
        Map.of("pool", block.pool(), "words", sql.dialect().texts(words), "block", block.number()));
  }

  private static List<String> words(String json, WordForm form) {
    return KeptRuns.counts(json).keySet().stream()
        .map(term -> form.of(WordEncoding.term(term)))
        .toList();
  }
}
