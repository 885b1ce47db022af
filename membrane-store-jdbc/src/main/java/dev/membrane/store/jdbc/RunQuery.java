package dev.membrane.store.jdbc;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.Visibility;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks for words in the latest of the runs that a caller sees in full. All places of a word come
 * as a single text, since reading a row for each place would take most of the time. A store may
 * have those of a pool in memory. If there are no more runs than are looked at, their lengths are
 * read in the same way; otherwise one more statement finds the latest.
 */
public final class RunQuery {

  /** In more pools the places of a word are read together, and none are kept. */
  private static final int MOST_POOLS_KEPT = 16;

  private static final String POOLS =
      """
      SELECT p.id, (SELECT count(*) FROM (SELECT 1 FROM run r WHERE r.pool = p.id LIMIT :limit) AS c),
        p.scope
      FROM pool p
      WHERE {whole p} AND p.level <= :most
      """;

  private static final String POOLS_OF_SCOPES = POOLS + " AND p.scope {in scopes}";

  private static final String BLOCKS =
      """
      SELECT p.id, (
        SELECT count(*) FROM (
          SELECT 1 FROM run_word w WHERE w.pool = p.id AND w.word = :lengths LIMIT :limit) AS c),
        p.scope
      FROM pool p
      WHERE {whole p} AND p.level <= :most
      """;

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
        WHERE r.level = %1$d AND %1$d <= :most
        ORDER BY r.at DESC, r.id DESC
        LIMIT :latest) AS level_%1$d
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

  private static final String READ =
      "SELECT " + RunTable.COLUMNS + " FROM run r WHERE r.number {in numbers}";

  private static final String READ_BY_IDS =
      "SELECT " + RunTable.COLUMNS + " FROM run r WHERE r.id {in ids}";

  private final Rows rows;
  private final List<String> terms;
  private FoundRuns latest;

  /** Those that have runs which are looked at. */
  private final Set<Long> pools = new HashSet<>();

  /** Those of all pools that have runs, as columns have them. */
  private final Map<Long, String> scopes = new HashMap<>();

  private RunQuery(Rows rows, List<String> terms) {
    this.rows = rows;
    this.terms = terms;
    this.latest = new FoundRuns(terms.size());
  }

  /** What words find among the latest runs. */
  static RunMatches match(Rows rows, Visibility visibility, List<String> words, int mostRuns)
      throws SQLException {
    RunQuery query = new RunQuery(rows, words);
    query.findRuns(visibility, mostRuns);
    query.findPlaces();
    return query.latest.matches();
  }

  /** The same, with places that are in memory. */
  public static RunMatches match(
      Rows rows,
      Visibility visibility,
      List<String> words,
      int mostRuns,
      WordPlaces.PlaceFetch kept)
      throws SQLException {
    RunQuery query = new RunQuery(rows, words);
    if (!query.areAllFound(visibility, mostRuns, kept)) {
      query.findRuns(visibility, mostRuns);
    }
    if (query.pools.size() > MOST_POOLS_KEPT) {
      query.findPlaces();
    } else {
      query.findPlacesByPool(kept);
    }
    return query.latest.matches();
  }

  /** Whole runs by their numbers. */
  static List<KeptRun> read(Rows rows, Collection<Long> numbers) throws SQLException {
    Dialect dialect = rows.dialect();
    return rows
        .all(row -> RunTable.read(row, dialect), READ, Map.of("numbers", dialect.numbers(numbers)))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Whole runs by their ids. */
  static List<KeptRun> readByIds(Rows rows, Collection<String> ids) throws SQLException {
    Dialect dialect = rows.dialect();
    return rows
        .all(row -> RunTable.read(row, dialect), READ_BY_IDS, Map.of("ids", dialect.keys(ids)))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Finds the runs by their lengths, which may be in memory, unless they are in too many blocks or
   * are more than are looked at.
   */
  private boolean areAllFound(Visibility visibility, int mostRuns, WordPlaces.PlaceFetch kept)
      throws SQLException {
    long mostBlocks = MOST_POOLS_KEPT + 2L * mostRuns / RunPlaces.RUNS_OF_A_BLOCK;
    Map<String, Object> values = seen(visibility);
    values.put("whole", false);
    values.put("lengths", RunPlaces.LENGTHS);
    values.put("limit", 1 + mostBlocks);
    String blocks = VisibleSpaces.whole(visibility) ? BLOCKS : BLOCKS_OF_SCOPES;
    if (findPools(blocks, values) <= mostBlocks && scopes.size() <= MOST_POOLS_KEPT) {
      List<RunWord> lengths =
          scopes.keySet().stream().map(pool -> new RunWord(pool, RunPlaces.LENGTHS)).toList();
      kept.of(lengths, 0).forEach(places -> places.each(latest::add));
      if (latest.size() <= mostRuns) {
        pools.addAll(scopes.keySet());
        return true;
      }
    }
    latest = new FoundRuns(terms.size());
    scopes.clear();
    return false;
  }

  private void findRuns(Visibility visibility, int mostRuns) throws SQLException {
    if (countRuns(visibility, mostRuns) > mostRuns) {
      findLatest(visibility, mostRuns);
    } else {
      pools.addAll(scopes.keySet());
    }
  }

  /** Counts the runs that are seen, of each pool one more than are looked at, at the most. */
  private long countRuns(Visibility visibility, int mostRuns) throws SQLException {
    Map<String, Object> values = seen(visibility);
    values.put("whole", false);
    values.put("limit", 1L + mostRuns);
    return findPools(VisibleSpaces.whole(visibility) ? POOLS : POOLS_OF_SCOPES, values);
  }

  /** Finds the pools that have runs; answers with the sum of what is counted of each. */
  private long findPools(String query, Map<String, Object> values) throws SQLException {
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
    return sum[0];
  }

  private void findLatest(Visibility visibility, int mostRuns) throws SQLException {
    Map<String, Object> values = seen(visibility);
    values.put("latest", mostRuns);
    if (!VisibleSpaces.whole(visibility)) {
      values.put("whole", false);
    }
    rows.each(
        row -> {
          latest.add(row.getLong(1), row.getInt(2));
          pools.add(row.getLong(3));
        },
        VisibleSpaces.whole(visibility) ? LATEST_OF_ALL : LATEST_OF_SCOPES,
        values);
  }

  private Map<String, Object> seen(Visibility visibility) throws SQLException {
    Map<String, Object> values = new HashMap<>();
    values.put("most", visibility.ceiling().level());
    if (!VisibleSpaces.whole(visibility)) {
      values.put("scopes", VisibleSpaces.scopes(rows, visibility));
    }
    return values;
  }

  /** In each pool the words are asked for in the form that they have in its scope. */
  private void findPlacesByPool(WordPlaces.PlaceFetch kept) throws SQLException {
    boolean areLengthsKnown = !latest.isEmpty();
    Map<RunWord, Integer> wordsByForm = new HashMap<>();
    List<RunWord> sought = new ArrayList<>();
    for (long pool : pools) {
      WordForm form = rows.dialect().cipher().wordsOfColumn(scopes.getOrDefault(pool, ""));
      for (int word = 0; word < terms.size(); word++) {
        wordsByForm.put(new RunWord(pool, form.of(Words.term(terms.get(word)))), word);
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

  private void findPlaces() throws SQLException {
    Map<String, Integer> wordsByForm = new HashMap<>();
    for (WordForm form : forms()) {
      for (int word = 0; word < terms.size(); word++) {
        wordsByForm.put(form.of(Words.term(terms.get(word))), word);
      }
    }
    Map<String, String> places = places(wordsByForm.keySet());
    RunPlaces.each(places.getOrDefault(RunPlaces.LENGTHS, ""), latest::add);
    wordsByForm.forEach(
        (form, word) ->
            RunPlaces.each(
                places.getOrDefault(form, ""),
                (number, count) -> latest.note(word, number, count)));
  }

  /** Words of different scopes may have different forms, of which none is equal to another. */
  private List<WordForm> forms() {
    StoreCipher cipher = rows.dialect().cipher();
    return cipher.isPlain()
        ? List.of(cipher.words(""))
        : scopes.values().stream().distinct().map(cipher::wordsOfColumn).toList();
  }

  /** The places of words, and the lengths of all runs unless it is known which are the latest. */
  private Map<String, String> places(Collection<String> words) throws SQLException {
    List<String> sought = new ArrayList<>(words);
    if (latest.isEmpty()) {
      sought.add(RunPlaces.LENGTHS);
    }
    if (pools.isEmpty() || sought.isEmpty()) {
      return Map.of();
    }
    Dialect dialect = rows.dialect();
    long first = latest.first();
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
            "words",
            dialect.texts(sought),
            "pools",
            dialect.numbers(pools),
            "first",
            RunPlaces.blockOf(first)));
    return places;
  }
}
