package dev.membrane.internal.change;

import dev.membrane.spi.Changeset;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What becomes of a queue if the record of one of its items cannot be read. */
public final class UnreadableItem {

  private static final Duration NEXT_ATTEMPT = Duration.ofDays(1);

  private UnreadableItem() {}

  /**
   * Has the record looked at again a day later, so that it does not keep the others waiting.
   *
   * @throws UnreadableRecordException if it is none of those that are due
   */
  public static Changeset postponed(
      List<QueueRow> due, UnreadableRecordException damaged, Instant now) {
    if (due.stream().noneMatch(row -> row.item().equals(damaged.id()))) {
      throw damaged;
    }
    Changeset.Builder changes = Changeset.builder();
    for (QueueRow row : due) {
      if (row.item().equals(damaged.id())) {
        changes.done(row);
        changes.enqueue(
            new QueueRow(row.queue(), row.item(), now.plus(NEXT_ATTEMPT), row.attempts() + 1));
      }
    }
    return changes.build();
  }
}
