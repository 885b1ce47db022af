package dev.membrane.tck;

import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.RunMatches;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that a store answers, so that two moments can be compared. */
record Snapshot(
    List<StoredRecord> records,
    List<Optional<AuditTrail>> logs,
    Set<Key> keys,
    List<QueueRow> rows,
    List<Hit> bySalience,
    Set<Hit> byTerms,
    Set<KeptRun> runs,
    RecordCounts termStatistics,
    Statistics statistics) {

  static Snapshot of(
      MemoryStore store,
      List<String> ids,
      Collection<String> keys,
      List<String> queues,
      List<String> terms) {
    Instant at = Samples.START.plusSeconds(60);
    Filter all = everything(at);
    return new Snapshot(
        store.get(ids),
        ids.stream().map(store::auditLog).toList(),
        Set.copyOf(store.find(keys)),
        queues.stream().flatMap(queue -> store.due(queue, at, 1000).stream()).toList(),
        store.search(all, 1000),
        store.search(all, terms, 1000).stream().collect(Collectors.toUnmodifiableSet()),
        Set.copyOf(store.keptRuns(numbers(store.matchRuns(Visibility.ALL, terms, 1000)))),
        store.termStatistics(Visibility.ALL, terms),
        rounded(store.statistics(at)));
  }

  private static List<Long> numbers(RunMatches found) {
    return found.matches().stream().map(RunMatches.Match::number).toList();
  }

  /** Means depend, in their last digits, on the order of addition. */
  private static Statistics rounded(Statistics exact) {
    return new Statistics(
        exact.recordsByType(),
        rounded(exact.avgSalience()),
        rounded(exact.avgConfidence()),
        exact.salienceDistribution(),
        exact.activeRecords(),
        exact.pinnedRecords(),
        exact.createdInLastDay(),
        exact.auditEntriesByAction(),
        rounded(exact.meanSuccessRate()),
        rounded(exact.meanExecutionCount()));
  }

  private static double rounded(double mean) {
    return Math.rint(mean * 1e9) / 1e9;
  }

  /** Lets every record pass but facts outside their timebox. */
  static Filter everything(Instant at) {
    return Filter.of(Visibility.ALL, at).withRetired(true);
  }
}
