package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.search.VisibleSpaces;
import dev.membrane.store.jdbc.internal.words.RunWord;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for words in the latest of the runs that a caller sees in full. All places of a word come
 * as a single text, since reading a row for each place would take most of the time. A store may
 * have those of a pool in memory. If there are no more runs than are looked at, their lengths are
 * read in the same way; otherwise one more statement finds the latest.
 */
public final class RunQuery {

  /** In more pools the places of a word are read together, and none are kept. */
  private static final int MAX_POOLS_KEPT = 16;

  private static final String COUNTED =
      """
      SELECT p.id, (SELECT count(*) FROM (SELECT 1 FROM %s LIMIT :limit) AS c), p.scope
      FROM pool p
      WHERE {whole p} AND p.level <= :most
      """;

  private static final String POOLS = COUNTED.formatted("run r WHERE r.pool = p.id");

  private static final String POOLS_OF_SCOPES = POOLS + " AND p.scope {in scopes}";

  private static final String BLOCKS =
      COUNTED.formatted("run_word w WHERE w.pool = p.id AND w.word = :lengths");

  private static final String BLOCKS_OF_SCOPES = BLOCKS + " AND p.scope {in scopes}";

  private static final String LATEST_OF_SCOPES =
      """
      SELECT r.number, r.length, r.pool FROM run r {using run_by_pool}
      WHERE r.pool IN (
        SELECT p.id FROM pool p WHERE {whole p} AND p.scope {in scopes} AND p.level <= :most)
      ORDER BY r.at DESC, r.id DESC
      LIMIT :latest
      """;

  private static final String LATEST_OF_LEVEL =
      """
      SELECT * FROM (
        SELECT r.number, r.length, r.pool, r.at, r.id FROM run r {using run_by_level}
        WHERE r.level = %1$s AND %1$s <= :most
        ORDER BY r.at DESC, r.id DESC
        LIMIT :latest) AS level_%1$s
      """;

  // Each level has an index of its own to read from its end, so that none above is read.
  private static final String LATEST_OF_ALL =
      "SELECT a.number, a.length, a.pool FROM (\n%s) AS a\n"
              .formatted(
                  Arrays.stream(Sensitivity.values())
                      .map(level -> LATEST_OF_LEVEL.formatted(level.level()))
                      .collect(Collectors.joining("UNION ALL\n")))
          + "ORDER BY a.at DESC, a.id DESC LIMIT :latest";

  private static final String PLACES =
      """
      SELECT words.value, (
        SELECT string_agg(w.places, ',') FROM run_word w
        WHERE w.pool {in pools} AND w.word = words.value AND w.block >= :first)
      FROM {list words}
      """;

  private final ReadTransaction rows;
  private final Visibility visibility;
  private final List<String> terms;
  private final int mostRuns;

  /**
   * The pools that have something.
   *
   * @param scopes of each, as columns have them
   * @param count how much they have together
   */
  private record CountedPools(Map<Long, String> scopes, long count) {}

  /**
   * The runs that are looked at.
   *
   * @param latest they, where it is known which they are; empty: all of the pools
   * @param pools those that have some of them
   * @param scopes of all pools that have runs, as columns have them
   */
  private record SeenRuns(FoundRuns latest, Set<Long> pools, Map<Long, String> scopes) {}

  private RunQuery(ReadTransaction rows, Visibility visibility, List<String> terms, int mostRuns) {
    this.rows = rows;
    this.visibility = visibility;
    this.terms = terms;
    this.mostRuns = mostRuns;
  }

  /** What words find among the latest runs. */
  public static RunMatches match(
      ReadTransaction rows, Visibility visibility, List<String> words, int mostRuns)
      throws SQLException {
    RunQuery query = new RunQuery(rows, visibility, words, mostRuns);
    SeenRuns seen = query.runs();
    query.findPlaces(seen);
    return seen.latest().matches();
  }

  /** The same, with places that are in memory. */
  public static RunMatches match(
      ReadTransaction rows,
      Visibility visibility,
      List<String> words,
      int mostRuns,
      WordPlaces.PlaceFetch kept)
      throws SQLException {
    RunQuery query = new RunQuery(rows, visibility, words, mostRuns);
    SeenRuns byLengths = query.runsByLengths(kept);
    SeenRuns seen = byLengths == null ? query.runs() : byLengths;
    if (seen.pools().size() > MAX_POOLS_KEPT) {
      query.findPlaces(seen);
    } else {
      query.findPlacesByPool(seen, kept);
    }
    return seen.latest().matches();
  }

  /**
   * The runs by their lengths, which may be in memory; null if these are in too many blocks, or the
   * runs are more than are looked at.
   */
  private @Nullable SeenRuns runsByLengths(WordPlaces.PlaceFetch kept) throws SQLException {
    long mostBlocks = MAX_POOLS_KEPT + 2L * mostRuns / RunPlaces.RUNS_OF_A_BLOCK;
    Map<String, Object> values = seen();
    values.put("lengths", RunPlaces.LENGTHS);
    CountedPools blocks = count(isOfAll() ? BLOCKS : BLOCKS_OF_SCOPES, values, mostBlocks);
    Map<Long, String> scopes = blocks.scopes();
    if (blocks.count() > mostBlocks || scopes.size() > MAX_POOLS_KEPT) {
      return null;
    }
    FoundRuns all = new FoundRuns(terms.size());
    List<RunWord> lengths =
        scopes.keySet().stream().map(pool -> new RunWord(pool, RunPlaces.LENGTHS)).toList();
    kept.of(lengths, 0).forEach(places -> places.each(all::add));
    return all.size() > mostRuns ? null : new SeenRuns(all, scopes.keySet(), scopes);
  }

  private SeenRuns runs() throws SQLException {
    CountedPools runs = count(isOfAll() ? POOLS : POOLS_OF_SCOPES, seen(), mostRuns);
    return runs.count() > mostRuns
        ? latest(runs.scopes())
        : new SeenRuns(new FoundRuns(terms.size()), runs.scopes().keySet(), runs.scopes());
  }

  /** Counts what pools have, of each one more than {@code most}, at the most. */
  private CountedPools count(String query, Map<String, Object> seen, long most)
      throws SQLException {
    Map<String, Object> values = new HashMap<>(seen);
    values.put("whole", false);
    values.put("limit", 1 + most);
    Map<Long, String> scopes = new HashMap<>();
    long[] sum = {0};
    rows.each(
        row -> {
          sum[0] += row.getLong(2);
          if (row.getLong(2) > 0) {
            scopes.put(row.getLong(1), row.getString(3));
          }
        },
        query,
        values);
    return new CountedPools(scopes, sum[0]);
  }

  private SeenRuns latest(Map<Long, String> scopes) throws SQLException {
    Map<String, Object> values = seen();
    values.put("latest", mostRuns);
    if (!isOfAll()) {
      values.put("whole", false);
    }
    SeenRuns seen = new SeenRuns(new FoundRuns(terms.size()), new HashSet<>(), scopes);
    rows.each(
        row -> {
          seen.latest().add(row.getLong(1), row.getInt(2));
          seen.pools().add(row.getLong(3));
        },
        isOfAll() ? LATEST_OF_ALL : LATEST_OF_SCOPES,
        values);
    return seen;
  }

  private boolean isOfAll() {
    return VisibleSpaces.whole(visibility);
  }

  private Map<String, Object> seen() throws SQLException {
    Map<String, Object> values = new HashMap<>();
    values.put("most", visibility.ceiling().level());
    if (!isOfAll()) {
      values.put("scopes", VisibleSpaces.scopes(rows, visibility));
    }
    return values;
  }

  /** In each pool the words are asked for in the form that they have in its scope. */
  private void findPlacesByPool(SeenRuns seen, WordPlaces.PlaceFetch kept) throws SQLException {
    FoundRuns latest = seen.latest();
    boolean areLengthsKnown = !latest.isEmpty();
    Map<RunWord, Integer> wordsByForm = new HashMap<>();
    List<RunWord> sought = new ArrayList<>();
    for (long pool : seen.pools()) {
      WordForm form = rows.dialect().cipher().wordsOfColumn(seen.scopes().getOrDefault(pool, ""));
      for (int word = 0; word < terms.size(); word++) {
        wordsByForm.put(new RunWord(pool, form.of(WordEncoding.term(terms.get(word)))), word);
      }
      if (!areLengthsKnown) {
        sought.add(new RunWord(pool, RunPlaces.LENGTHS));
      }
    }
    sought.addAll(wordsByForm.keySet());
    Collection<WordPlaces> found = kept.of(sought, RunPlaces.blockOf(latest.first()));
    if (!areLengthsKnown) {
      found.stream().filter(WordPlaces::areLengths).forEach(places -> places.each(latest::add));
    }
    for (WordPlaces places : found) {
      if (!places.areLengths()) {
        int word = wordsByForm.getOrDefault(places.of(), 0);
        places.each((number, count) -> latest.note(word, number, count));
      }
    }
  }

  private void findPlaces(SeenRuns seen) throws SQLException {
    FoundRuns latest = seen.latest();
    Map<String, Integer> wordsByForm = new HashMap<>();
    for (WordForm form : forms(seen.scopes())) {
      for (int word = 0; word < terms.size(); word++) {
        wordsByForm.put(form.of(WordEncoding.term(terms.get(word))), word);
      }
    }
    Map<String, String> places = places(seen, wordsByForm.keySet());
    RunPlaces.each(places.getOrDefault(RunPlaces.LENGTHS, ""), latest::add);
    wordsByForm.forEach(
        (form, word) ->
            RunPlaces.each(
                places.getOrDefault(form, ""),
                (number, count) -> latest.note(word, number, count)));
  }

  /** Words of different scopes may have different forms, of which none is equal to another. */
  private List<WordForm> forms(Map<Long, String> scopes) {
    StoreCipher cipher = rows.dialect().cipher();
    return cipher.isPlain()
        ? List.of(cipher.words(""))
        : scopes.values().stream().distinct().map(cipher::wordsOfColumn).toList();
  }

  /** The places of words, and the lengths of all runs unless it is known which are the latest. */
  private Map<String, String> places(SeenRuns seen, Collection<String> words) throws SQLException {
    List<String> sought = new ArrayList<>(words);
    if (seen.latest().isEmpty()) {
      sought.add(RunPlaces.LENGTHS);
    }
    if (seen.pools().isEmpty() || sought.isEmpty()) {
      return Map.of();
    }
    Dialect dialect = rows.dialect();
    Map<String, String> places = new HashMap<>();
    rows.each(
        row -> {
          String all = row.getString(2);
          if (all != null) {
            places.put(row.getString(1), all);
          }
        },
        PLACES,
        Map.of(
            "words", dialect.texts(sought),
            "pools", dialect.numbers(seen.pools()),
            "first", RunPlaces.blockOf(seen.latest().first())));
    return places;
  }
}
