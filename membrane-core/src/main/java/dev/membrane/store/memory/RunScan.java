package dev.membrane.store.memory;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.RunMatches.Match;
import dev.membrane.spi.Visibility;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

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
    List<Match> matches =
        seen.stream()
            .filter(it -> words.stream().anyMatch(it.run().words()::containsKey))
            .map(it -> match(it, words))
            .toList();
    long length = seen.stream().map(NumberedRun::run).mapToLong(KeptRun::length).sum();
    return new RunMatches(seen.size(), length, matches);
  }

  private static Match match(NumberedRun it, List<String> words) {
    int[] counts =
        words.stream().mapToInt(word -> it.run().words().getOrDefault(word, 0)).toArray();
    return new Match(it.number(), it.run().length(), counts);
  }
}
