package dev.membrane.internal.change;

import dev.membrane.internal.access.DamagedRecords;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.UnreadableScopeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What becomes of a queue if records of its items cannot be read, or their scope not written. */
public final class QueueRepair {

  private static final Duration NEXT_ATTEMPT = Duration.ofDays(1);

  private QueueRepair() {}

  /**
   * Puts a record off by a day, so that it does not keep the others waiting.
   *
   * @throws UnreadableRecordException if it is none of those that are due
   */
  public static Changeset postponed(
      List<QueueRow> due, UnreadableRecordException damaged, Instant now) {
    if (due.stream().noneMatch(row -> row.item().equals(damaged.id()))) {
      throw damaged;
    }
    return postponed(due, Set.of(damaged.id()), now);
  }

  /**
   * Has all records of a scope looked at again a day later.
   *
   * @throws UnreadableScopeException if none of those that are due is of the scope
   */
  public static Changeset postponed(
      List<QueueRow> due, UnreadableScopeException damaged, StoreReader store, Instant now) {
    List<String> ids = due.stream().map(QueueRow::item).toList();
    Set<String> ofScope =
        DamagedRecords.readable(ids, some -> store.headers(some, now), unreadable -> {}).stream()
            .filter(header -> Objects.equals(header.scope(), damaged.scope()))
            .map(RecordHeader::id)
            .collect(Collectors.toSet());
    if (ofScope.isEmpty()) {
      throw damaged;
    }
    return postponed(due, ofScope, now);
  }

  private static Changeset postponed(List<QueueRow> due, Set<String> ids, Instant now) {
    Changeset.Builder changes = Changeset.builder();
    for (QueueRow row : due) {
      if (ids.contains(row.item())) {
        changes.done(row);
        changes.enqueue(
            new QueueRow(row.queue(), row.item(), now.plus(NEXT_ATTEMPT), row.attempts() + 1));
      }
    }
    return changes.build();
  }
}
