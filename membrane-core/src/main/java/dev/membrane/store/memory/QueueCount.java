package dev.membrane.store.memory;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.spi.commit.QueueRow;
import dev.membrane.spi.store.Statistics.QueueStatistics;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Counts what waits in each queue. */
final class QueueCount {

  private QueueCount() {}

  static List<QueueStatistics> of(Collection<QueueRow> all) {
    return all.stream().collect(groupingBy(QueueRow::queue)).entrySet().stream()
        .map(queue -> figures(queue.getKey(), queue.getValue()))
        .sorted(Comparator.comparing(QueueStatistics::queue))
        .toList();
  }

  private static QueueStatistics figures(String queue, List<QueueRow> rows) {
    return new QueueStatistics(
        queue,
        rows.size(),
        rows.stream().map(QueueRow::dueAt).min(Comparator.naturalOrder()).orElse(Instant.EPOCH),
        rows.stream().filter(row -> row.attempts() > 0).count(),
        rows.stream().mapToLong(QueueRow::attempts).sum());
  }
}
