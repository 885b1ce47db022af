package dev.membrane.store.memory;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.Statistics.QueueLoad;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Counts what waits in each queue. */
final class QueueCount {

  private QueueCount() {}

  static List<QueueLoad> of(Collection<QueueRow> all) {
    return all.stream().collect(groupingBy(QueueRow::queue)).entrySet().stream()
        .map(queue -> figures(queue.getKey(), queue.getValue()))
        .sorted(Comparator.comparing(QueueLoad::queue))
        .toList();
  }

  private static QueueLoad figures(String queue, List<QueueRow> rows) {
    return new QueueLoad(
        queue,
        rows.size(),
        rows.stream().map(QueueRow::dueAt).min(Comparator.naturalOrder()).orElse(Instant.EPOCH),
        rows.stream().filter(row -> row.attempts() > 0).count(),
        rows.stream().mapToLong(QueueRow::attempts).sum());
  }
}
