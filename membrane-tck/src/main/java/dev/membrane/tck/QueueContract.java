package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.Statistics.QueueLoad;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Work that becomes due. */
interface QueueContract extends StoreUnderTest {

  @Test
  default void rows_are_due_from_their_instant_on_to_the_microsecond() {
    QueueRow row = row("item", Samples.START, 3);
    enqueue(row);
    assertThat(store().due("queue", Samples.START.minusNanos(1000), 10)).isEmpty();
    assertThat(store().due("queue", Samples.START, 10)).containsExactly(row);
    assertThat(store().due("queue", Samples.START.plusSeconds(9), 10)).containsExactly(row);
    assertThat(store().due("queu", Samples.START, 10)).isEmpty();
    assertThat(store().due("QUEUE", Samples.START, 10)).isEmpty();
  }

  @Test
  default void due_rows_come_earliest_first_then_by_the_id_of_the_record_up_to_the_limit(
      TestInfo test) {
    Random random = Seed.of(test);
    List<QueueRow> rows =
        new ArrayList<>(
            IntStream.range(0, 200).mapToObj(i -> row(id(random), soon(random), i)).toList());
    enqueue(rows.toArray(QueueRow[]::new));
    rows.sort(Comparator.comparing(QueueRow::dueAt).thenComparing(QueueRow::item));
    rows.removeIf(row -> row.dueAt().isAfter(Samples.START));
    for (int limit : List.of(1, 7, rows.size(), 10_000)) {
      assertThat(store().due("queue", Samples.START, limit))
          .isEqualTo(rows.subList(0, Math.min(limit, rows.size())));
    }
  }

  @Test
  default void the_rows_of_a_queue_are_counted_whether_they_are_due_or_not() {
    assertThat(store().queued("queue")).isZero();
    QueueRow due = row("one", Samples.START, 0);
    enqueue(due);
    enqueue(row("two", Samples.START.plusSeconds(60), 0));
    enqueue(new QueueRow("other", "one", Samples.START, 0));
    assertThat(store().queued("queue")).isEqualTo(2);
    store().commit(Changeset.builder().done(due).build());
    assertThat(store().queued("queue")).isEqualTo(1);
    assertThat(store().queued("other")).isEqualTo(1);
    assertThat(store().queued("QUEUE")).isZero();
  }

  @Test
  default void the_rows_about_some_items_are_found_whether_they_are_due_or_not() {
    QueueRow due = row("one", Samples.START, 0);
    QueueRow later = row(Payloads.ODD_TEXT, Samples.START.plusSeconds(60), 2);
    enqueue(
        due, later, row("three", Samples.START, 0), new QueueRow("other", "two", due.dueAt(), 0));
    List<String> items = List.of("two", Payloads.ODD_TEXT, "one", "one", "ONE");
    assertThat(store().rows("queue", items)).containsExactlyInAnyOrder(due, later);
    assertThat(store().rows("QUEUE", items)).isEmpty();
    assertThat(store().rows("queue", List.of())).isEmpty();
  }

  @Test
  default void a_queue_holds_one_row_per_item_and_the_later_one_replaces_the_earlier() {
    QueueRow first = row("item", Samples.START, 0);
    QueueRow second = row("item", Samples.START.plusSeconds(60), 1);
    QueueRow elsewhere = new QueueRow("other", "item", Samples.START, 5);
    enqueue(first);
    enqueue(elsewhere);
    enqueue(second);
    assertThat(store().due("queue", Samples.START, 10)).isEmpty();
    assertThat(store().due("queue", second.dueAt(), 10)).containsExactly(second);
    assertThat(store().due("other", second.dueAt(), 10)).containsExactly(elsewhere);
  }

  @Test
  default void of_rows_for_one_item_in_one_commit_the_last_stays() {
    QueueRow last = row("item", Samples.START.plusSeconds(30), 2);
    QueueRow other = row("other item", Samples.START, 7);
    enqueue(row("item", Samples.START, 0), other, row("item", Samples.START, 1), last);
    assertThat(store().due("queue", last.dueAt(), 10)).containsExactly(other, last);
  }

  @Test
  default void a_row_that_was_replaced_since_it_was_seen_cannot_be_done() {
    QueueRow seen = row("item", Samples.START, 0);
    QueueRow later = row("item", Samples.START, 1);
    enqueue(seen);
    enqueue(later);
    Expected.refusal(ConflictException.class, () -> done(seen));
    assertThat(store().due("queue", Samples.START, 10)).containsExactly(later);
    done(later);
    assertThat(store().due("queue", Samples.START, 10)).isEmpty();
    Expected.refusal(ConflictException.class, () -> done(later));
  }

  @Test
  default void one_commit_finishes_a_row_and_puts_it_off() {
    QueueRow tried = row("item", Samples.START, 0);
    QueueRow again = row("item", Samples.START.plusSeconds(1), 1);
    enqueue(tried);
    store().commit(Changeset.builder().enqueue(again).done(tried).build());
    assertThat(store().due("queue", Samples.START.plusSeconds(1), 10)).containsExactly(again);
  }

  @Test
  default void a_deleted_record_takes_its_rows_in_every_queue_with_it() {
    Samples samples = new Samples();
    Sample doomed = samples.fact();
    Sample other = samples.fact();
    QueueRow others = row(other.id(), Samples.START, 0);
    store()
        .commit(
            Changeset.builder()
                .change(doomed.insert())
                .change(other.insert())
                .enqueue(row(doomed.id(), Samples.START, 0))
                .enqueue(new QueueRow("second", doomed.id(), Samples.START.plusSeconds(99), 0))
                .enqueue(others)
                .build());
    Writing.commit(store(), doomed.delete(1));
    assertThat(store().due("queue", Samples.START, 10)).containsExactly(others);
    assertThat(store().due("second", Samples.START.plusSeconds(99), 10)).isEmpty();
  }

  @Test
  default void rows_outlive_a_replacement_of_their_record() {
    Sample sample = new Samples().fact();
    QueueRow row = row(sample.id(), Samples.START, 0);
    store().commit(Changeset.builder().change(sample.insert()).enqueue(row).build());
    Writing.commit(store(), sample.salience(0.1).replace(1));
    assertThat(store().due("queue", Samples.START, 10)).containsExactly(row);
  }

  @Test
  default void queue_and_item_may_hold_any_text() {
    QueueRow odd = new QueueRow(Payloads.ODD_TEXT, Payloads.ODD_TEXT, Samples.START, 0);
    enqueue(odd);
    assertThat(store().due(Payloads.ODD_TEXT, Samples.START, 1)).containsExactly(odd);
  }

  @Test
  default void work_that_several_threads_share_is_done_exactly_once() throws InterruptedException {
    int items = 60;
    enqueue(
        IntStream.range(0, items)
            .mapToObj(i -> row("item " + i, Samples.START, 0))
            .toArray(QueueRow[]::new));
    Samples samples = new Samples();
    ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();
    Race.run(4, i -> () -> work(samples, handled));
    assertThat(handled).hasSize(items).doesNotHaveDuplicates();
    assertThat(store().due("queue", Samples.START, 10)).isEmpty();
    assertThat(store().statistics(Samples.START).recordsByType().values())
        .filteredOn(count -> count > 0)
        .containsExactly(60L);
  }

  /** Handles what is due, an insert for each row, until nothing is. */
  private boolean work(Samples samples, ConcurrentLinkedQueue<String> handled) {
    List<QueueRow> due = store().due("queue", Samples.START, 5);
    while (!due.isEmpty()) {
      for (QueueRow row : due) {
        Sample learned = samples.fact();
        Changeset once = Changeset.builder().change(learned.insert()).done(row).build();
        if (Race.won(() -> store().commit(once))) {
          handled.add(row.item());
        }
      }
      due = store().due("queue", Samples.START, 5);
    }
    return true;
  }

  private static Instant soon(Random random) {
    return Samples.START.plusSeconds(random.nextInt(20) - 15);
  }

  private static String id(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static QueueRow row(String item, Instant dueAt, int attempts) {
    return new QueueRow("queue", item, dueAt, attempts);
  }

  private void enqueue(QueueRow... rows) {
    Changeset.Builder changeset = Changeset.builder();
    for (QueueRow row : rows) {
      changeset.enqueue(row);
    }
    store().commit(changeset.build());
  }

  private void done(QueueRow row) {
    store().commit(Changeset.builder().done(row).build());
  }

  @Test
  default void what_waits_is_told_for_each_queue() {
    assertThat(store().queues()).isEmpty();
    Instant at = Samples.START;
    store()
        .commit(
            Changeset.builder()
                .enqueue(new QueueRow("b", "1", at.plusSeconds(2), 0))
                .enqueue(new QueueRow("b", "2", at.plusSeconds(1), 3))
                .enqueue(new QueueRow("b", "3", at.plusSeconds(3), 1))
                .enqueue(new QueueRow("a", "1", at.plusSeconds(9), 0))
                .build());
    assertThat(store().queues())
        .containsExactly(
            new QueueLoad("a", 1, at.plusSeconds(9), 0, 0),
            new QueueLoad("b", 3, at.plusSeconds(1), 2, 4));
  }
}
