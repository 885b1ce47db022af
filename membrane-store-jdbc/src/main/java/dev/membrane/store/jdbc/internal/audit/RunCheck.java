package dev.membrane.store.jdbc.internal.audit;

import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.store.jdbc.crypto.StoreCipher;
import dev.membrane.store.jdbc.crypto.WordForm;
import dev.membrane.store.jdbc.internal.runs.KeptRuns;
import dev.membrane.store.jdbc.internal.runs.RunPlaces;
import dev.membrane.store.jdbc.internal.words.WordEncoding;
import java.util.Map;

/**
 * Compares the index of the words of kept runs with what it must be according to the runs.
 *
 * @param words what the index has and must have
 */
record RunCheck(Inspection inspection, StoreCipher cipher, SpaceRows spaces, ComparedRows words) {

  /**
   * What of a kept run's row says where its words stand.
   *
   * @param scope empty: none
   * @param words JSON
   */
  record RunRow(long number, long pool, String scope, long level, int length, String words) {}

  RunCheck(Inspection inspection, StoreCipher cipher, SpaceRows spaces) {
    this(
        inspection,
        cipher,
        spaces,
        new ComparedRows("the index of the words of runs is not that of the runs"));
  }

  /** A kept run whose row is as it was written. */
  void add(RunRow run) {
    if (!spaces.isPoolOf(run.pool(), run.scope(), run.level())) {
      fault("the run with number " + run.number() + " is in another pool");
    }
    words.expect(place(run.pool(), RunPlaces.LENGTHS, run.number(), run.length()));
    WordForm form = cipher.words(run.scope());
    KeptRuns.counts(run.words())
        .forEach(
            (word, count) ->
                words.expect(
                    place(run.pool(), form.of(WordEncoding.term(word)), run.number(), count)));
  }

  /** A row of the index of the words of runs. */
  void addPlaces(long pool, String word, long block, String places) {
    try {
      RunPlaces.each(
          places,
          (run, count) -> {
            if (RunPlaces.blockOf(run) != block) {
              fault("a place of a word is in another block");
            }
            words.find(place(pool, word, run, count), 1);
          });
      if (!isAsWritten(places)) {
        fault("the places of a word are not as they were written");
      }
    } catch (NumberFormatException | IndexOutOfBoundsException unreadable) {
      fault("the places of a word cannot be read");
    }
  }

  private static boolean isAsWritten(String places) {
    return !places.isEmpty() && places.equals(RunPlaces.with(places, Map.of()));
  }

  private static String place(long pool, String word, long run, int count) {
    return pool + " " + run + " " + count + " " + word;
  }

  private void fault(String fault) {
    inspection.fault(null, fault);
  }
}
