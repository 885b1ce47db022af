package dev.membrane.internal.history;

import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kept runs that were there at an instant. They are read a few at a time, and only the places
 * of the words are held. Safe for use by many threads.
 */
final class PastRuns {

  private static final int AT_ONCE = 256;

  private final History history;
  private final Instant at;

  /** The ids of the runs that were found, by their numbers. */
  private final List<String> found = new ArrayList<>();

  PastRuns(History history, Instant at) {
    this.history = history;
    this.at = at;
  }

  /** The matches that have one word, and how often each has it. */
  private record WordMatches(List<Integer> matches, List<Integer> counts) {

    static WordMatches none() {
      return new WordMatches(new ArrayList<>(), new ArrayList<>());
    }

    Occurrences occurrences() {
      return new Occurrences(matches.size(), ints(matches), ints(counts));
    }

    private static int[] ints(List<Integer> some) {
      return some.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** Looks for words in the latest of those that were seen in full. */
  synchronized RunMatches match(Visibility visibility, List<String> words, int latest) {
    List<WordMatches> byWord = Stream.generate(WordMatches::none).limit(words.size()).toList();
    List<Match> matches = new ArrayList<>();
    long seen = 0;
    long length = 0;
    List<KeptRun> page = page(visibility, null, latest);
    while (!page.isEmpty()) {
      for (KeptRun run : page) {
        length += run.length();
        if (note(run, words, byWord, matches.size())) {
          matches.add(new Match(found.size(), run.length()));
          found.add(run.id());
        }
      }
      seen += page.size();
      page = page(visibility, page.get(page.size() - 1), latest - seen);
    }
    return new RunMatches(
        seen, length, matches, byWord.stream().map(WordMatches::occurrences).toList());
  }

  private List<KeptRun> page(Visibility visibility, @Nullable KeptRun after, long wanted) {
    return wanted == 0
        ? List.of()
        : history.runs(at, visibility, after, (int) Math.min(AT_ONCE, wanted));
  }

  /** Answers whether a run has any of the words. */
  private static boolean note(
      KeptRun run, List<String> words, List<WordMatches> byWord, int match) {
    boolean hasAny = false;
    for (int word = 0; word < byWord.size(); word++) {
      Integer count = run.words().get(words.get(word));
      if (count != null) {
        byWord.get(word).matches().add(match);
        byWord.get(word).counts().add(count);
        hasAny = true;
      }
    }
    return hasAny;
  }

  /** Those of some numbers that were found. */
  List<KeptRun> of(Collection<Long> numbers) {
    return numbers.isEmpty() ? List.of() : history.runs(at, ids(numbers));
  }

  private synchronized List<String> ids(Collection<Long> numbers) {
    return numbers.stream().map(number -> found.get(Math.toIntExact(number))).toList();
  }
}
