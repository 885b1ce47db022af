package dev.membrane.store.jdbc.internal.runs;

import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.jdbc.internal.row.Varint;
import dev.membrane.store.jdbc.internal.words.RunWord;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a word among the kept runs of a pool, so packed that a store may have those of many
 * words in memory: for each place how far its run is from the one before, and its count, each in as
 * many bytes as it needs. Immutable.
 */
public final class WordPlaces {

  private static final String READ =
      """
      SELECT words.value, (
        SELECT string_agg(w.places, ',') FROM run_word w
        WHERE w.pool = :pool AND w.word = words.value AND w.block >= :from)
      FROM {list words}
      """;

  /** What the objects take besides the places and the word, about. */
  private static final int BYTES = 240;

  private final RunWord of;
  private final long from;
  private final byte[] packed;

  /** Gives the places of words. */
  @FunctionalInterface
  public interface PlaceFetch {
    /**
     * Those of each word, also if it has none, in any order.
     *
     * @param from the first block of runs that is needed
     */
    Collection<WordPlaces> of(Collection<RunWord> words, long from) throws SQLException;
  }

  private WordPlaces(RunWord of, long from, byte[] packed) {
    this.of = of;
    this.from = from;
    this.packed = packed;
  }

  /** Those of each word, from a block of runs on, with one statement for each pool. */
  public static Map<RunWord, WordPlaces> read(
      ReadTransaction rows, Collection<RunWord> words, long from) throws SQLException {
    Map<Long, List<String>> wordsByPool = new HashMap<>();
    words.forEach(
        word ->
            wordsByPool.computeIfAbsent(word.pool(), first -> new ArrayList<>()).add(word.word()));
    Map<RunWord, WordPlaces> read = new HashMap<>();
    for (Map.Entry<Long, List<String>> ofPool : wordsByPool.entrySet()) {
      long pool = ofPool.getKey();
      rows.each(
          row -> {
            RunWord word = new RunWord(pool, row.getString(1));
            read.put(word, new WordPlaces(word, from, packed(row.getString(2))));
          },
          READ,
          Map.of("pool", pool, "words", rows.dialect().texts(ofPool.getValue()), "from", from));
    }
    return read;
  }

  private static byte[] packed(@Nullable String places) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long[] before = {0};
    RunPlaces.each(
        places == null ? "" : places,
        (run, count) -> {
          Varint.write(bytes, run - before[0]);
          Varint.write(bytes, count);
          before[0] = run;
        });
    return bytes.toByteArray();
  }

  /** The word. */
  RunWord of() {
    return of;
  }

  /** Whether these are the lengths of all runs. */
  boolean areLengths() {
    return of.word().equals(RunPlaces.LENGTHS);
  }

  /** Whether all places from a block of runs on are here. */
  public boolean reachesFrom(long block) {
    return from <= block;
  }

  /** Tells the places. */
  void each(RunPlaces.PlaceVisitor look) {
    long run = 0;
    int next = 0;
    while (next < packed.length) {
      long step = 0;
      int shift = 0;
      byte part;
      do {
        part = packed[next++];
        step |= (long) (part & (Varint.MORE - 1)) << shift;
        shift += Varint.BITS;
      } while (part < 0);
      run += step;
      int count = 0;
      shift = 0;
      do {
        part = packed[next++];
        count |= (part & (Varint.MORE - 1)) << shift;
        shift += Varint.BITS;
      } while (part < 0);
      look.at(run, count);
    }
  }

  /** The room they take in memory, about. */
  public int bytes() {
    return BYTES + of.word().length() + packed.length;
  }
}
