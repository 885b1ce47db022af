package dev.membrane.store.memory;

import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.RunMatches.Match;
import dev.membrane.spi.search.RunMatches.Occurrences;
import dev.membrane.spi.search.Visibility;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Looks for words in every kept run. */
final class RunScan {

  private static final Comparator<NumberedRun> LATEST_FIRST =
      Comparator.comparing((NumberedRun it) -> it.run().at())
          .thenComparing(it -> it.run().id())
          .reversed();

  private RunScan() {}

  static RunMatches match(
      Collection<NumberedRun> all, Visibility visibility, List<String> words, int latest) {
    List<NumberedRun> seen =
        all.stream()
            .filter(it -> visibility.sees(it.run().scope(), it.run().sensitivity()))
            .sorted(LATEST_FIRST)
            .limit(latest)
            .toList();
    List<NumberedRun> found =
        seen.stream().filter(it -> words.stream().anyMatch(it.run().words()::containsKey)).toList();
    long length = seen.stream().map(NumberedRun::run).mapToLong(KeptRun::length).sum();
    return new RunMatches(
        seen.size(),
        length,
        found.stream().map(it -> new Match(it.number(), it.run().length())).toList(),
        words.stream().map(word -> occurrences(word, found)).toList());
  }

  private static Occurrences occurrences(String word, List<NumberedRun> found) {
    int[] counts = found.stream().mapToInt(it -> it.run().words().getOrDefault(word, 0)).toArray();
    int[] matches = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    int[] ofMatches = IntStream.of(matches).map(i -> counts[i]).toArray();
    return new Occurrences(matches.length, matches, ofMatches);
  }
}
