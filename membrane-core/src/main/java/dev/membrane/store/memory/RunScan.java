package dev.membrane.store.memory;

import dev.membrane.spi.KeptRun;
import dev.membrane.spi.RunMatches;
import dev.membrane.spi.RunMatches.Match;
import dev.membrane.spi.Visibility;
import dev.membrane.store.memory.Tables.NumberedRun;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks for words in every kept run. */
final class RunScan {

  private static final Comparator<NumberedRun> LATEST_FIRST =
      Comparator.comparing((NumberedRun it) -> it.run().at())
          .thenComparing(it -> it.run().id())
          .reversed();

  private RunScan() {}

  static RunMatches match(
      Collection<NumberedRun> all, Visibility visibility, Collection<String> words, int latest) {
    List<NumberedRun> seen =
        all.stream()
            .filter(it -> visibility.sees(it.run().scope(), it.run().sensitivity()))
            .sorted(LATEST_FIRST)
            .limit(latest)
            .toList();
    List<Match> matches =
        seen.stream()
            .map(it -> match(it, words))
            .filter(match -> !match.counts().isEmpty())
            .toList();
    long length = seen.stream().map(NumberedRun::run).mapToLong(KeptRun::length).sum();
    return new RunMatches(seen.size(), length, matches);
  }

  private static Match match(NumberedRun it, Collection<String> words) {
    Map<String, Integer> counts = new HashMap<>(it.run().words());
    counts.keySet().retainAll(words);
    return new Match(it.number(), it.run().length(), counts);
  }
}
