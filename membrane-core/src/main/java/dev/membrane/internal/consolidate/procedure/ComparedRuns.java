package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.Sha256;
import dev.membrane.spi.Notebook;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The successes of one scope and sensitivity that tasks are compared with. Of too many the earliest
 * goes whose set of tools has more than 32, so that what is done every day leaves what was done
 * once; where there is none, the earliest of all. They are spread over sixteen notes by their ids,
 * so that a run changes a small one.
 */
final class ComparedRuns {

  /** The most successes in a note, which are 2,048 in all. */
  private static final int MAX = 128;

  /** How many with the same tools others leave in a note, which are 32 in all. */
  private static final int LEAST = 2;

  private static final int DIGITS = 16;
  private static final Comparator<Map.Entry<String, Success>> EARLIEST_FIRST =
      Comparator.comparing((Map.Entry<String, Success> kept) -> kept.getValue().at())
          .thenComparing(Map.Entry::getKey);

  private static final String NAME = "kept ";

  /** The notes that they are spread over. */
  static final List<String> NOTES =
      "0123456789abcdef".chars().mapToObj(digit -> NAME + (char) digit).toList();

  private static final String AT = "at";
  private static final String SET = "set";

  private final Notebook notebook;

  /** A success, and a digest of the tools it called. */
  private record Success(Instant at, String set) {}

  /** Those in a notebook. */
  ComparedRuns(Notebook notebook) {
    this.notebook = notebook;
  }

  /**
   * Keeps a success.
   *
   * @param set the name of its set of tools
   * @return those that go, this one perhaps among them
   */
  List<String> keep(String episodeId, Instant at, String set) {
    String note = noteOf(episodeId);
    SortedMap<String, Success> kept = read(note);
    kept.put(episodeId, new Success(at, digest(set)));
    List<String> gone = kept.size() <= MAX ? List.of() : List.of(surplus(kept));
    kept.keySet().removeAll(gone);
    write(note, kept);
    return gone;
  }

  private static String surplus(SortedMap<String, Success> kept) {
    Map<String, Integer> sizes = new HashMap<>();
    kept.values().forEach(success -> sizes.merge(success.set(), 1, Integer::sum));
    List<Map.Entry<String, Success>> earliestFirst =
        kept.entrySet().stream().sorted(EARLIEST_FIRST).toList();
    return earliestFirst.stream()
        .filter(entry -> sizes.getOrDefault(entry.getValue().set(), 0) > LEAST)
        .findFirst()
        .orElse(earliestFirst.get(0))
        .getKey();
  }

  /** Whether a success is kept. */
  boolean has(String episodeId) {
    return read(noteOf(episodeId)).containsKey(episodeId);
  }

  /** Removes a success, if it is kept. */
  void remove(String episodeId) {
    String note = noteOf(episodeId);
    SortedMap<String, Success> kept = read(note);
    if (kept.remove(episodeId) != null) {
      write(note, kept);
    }
  }

  /** The episodes of those with a set of tools. */
  Set<String> ofSet(String set) {
    String digest = digest(set);
    return chosen(success -> success.set().equals(digest));
  }

  /** The episodes of all that are kept. */
  Set<String> all() {
    return chosen(success -> true);
  }

  private Set<String> chosen(Predicate<Success> choice) {
    notebook.expect(NOTES);
    Set<String> chosen = new TreeSet<>();
    for (String note : NOTES) {
      read(note)
          .forEach(
              (id, success) -> {
                if (choice.test(success)) {
                  chosen.add(id);
                }
              });
    }
    return chosen;
  }

  private static String noteOf(String episodeId) {
    return NAME + Sha256.of(episodeId).charAt(0);
  }

  private static String digest(String set) {
    return Sha256.of(set).substring(0, DIGITS);
  }

  private SortedMap<String, Success> read(String note) {
    SortedMap<String, Success> kept = new TreeMap<>();
    StoredFields.of(notebook.read(note))
        .each(
            (id, success) ->
                kept.put(id, new Success(Instant.parse(success.text(AT)), success.text(SET))));
    return kept;
  }

  private void write(String note, SortedMap<String, Success> kept) {
    StoredFields fields = StoredFields.none();
    kept.forEach(
        (id, success) ->
            fields.putFields(
                id, StoredFields.none().put(AT, success.at()).put(SET, success.set())));
    notebook.write(note, fields.toJson());
  }
}
