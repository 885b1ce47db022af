package dev.membrane.store.memory;

import static java.util.stream.Collectors.groupingBy;

import dev.membrane.spi.QueueFigures;
import dev.membrane.spi.QueueRow;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Counts what waits in each queue. */
final class QueueCount {

  private QueueCount() {}

  static List<QueueFigures> of(Collection<QueueRow> all) {
    return all.stream().collect(groupingBy(QueueRow::queue)).entrySet().stream()
        .map(queue -> figures(queue.getKey(), queue.getValue()))
        .sorted(Comparator.comparing(QueueFigures::queue))
        .toList();
  }

  private static QueueFigures figures(String queue, List<QueueRow> rows) {
    return new QueueFigures(
        queue,
        rows.size(),
        rows.stream().map(QueueRow::dueAt).min(Comparator.naturalOrder()).orElse(Instant.EPOCH),
        rows.stream().filter(row -> row.attempts() > 0).count(),
        rows.stream().mapToLong(QueueRow::attempts).sum());
  }
}
