package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.StoredRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** All of a changeset or nothing of it. */
interface CommitContract extends StoreUnderTest {

  /** What stands before a mixed changeset. */
  final class Standing {
    final Samples samples = new Samples();
    final Sample kept = samples.fact().terms("kept");
    final Sample doomed = samples.fact().terms("doomed");
    final Sample inserted = samples.fact().terms("inserted");
    final Key taken = new Key("taken", "1", kept.id());
    final Key released = new Key("released", "2", null);
    final QueueRow waiting = new QueueRow("queue", kept.id(), Samples.START, 0);
    final QueueRow finished = new QueueRow("queue", "item", Samples.START, 1);

    final KeptRun past = RunContract.Runs.run("past", Map.of("kept", 2));
    final KeptRun forgotten = RunContract.Runs.run("forgotten", Map.of("doomed", 1));
    final KeptRun recent = RunContract.Runs.run("recent", Map.of("inserted", 1));

    Changeset first() {
      return Changeset.builder()
          .change(kept.insert())
          .change(doomed.insert())
          .addKey(taken)
          .addKey(released)
          .enqueue(waiting)
          .enqueue(finished)
          .keepRun(past)
          .keepRun(forgotten)
          .build();
    }

    Sample replacement() {
      return kept.salience(0.5)
          .terms("replaced")
          .logging(Sample.entry(AuditAction.REVISE, "replaced"));
    }

    /** Does a little of everything. */
    Changeset.Builder mixed() {
      return Changeset.builder()
          .change(inserted.insert())
          .change(replacement().replace(1))
          .change(doomed.logging(Sample.entry(AuditAction.DELETE, "doomed")).delete(1))
          .removeKey(released)
          .addKey(new Key("added", "3", inserted.id()))
          .done(finished)
          .enqueue(new QueueRow("queue", "added", Samples.START, 0))
          .enqueue(new QueueRow("queue", kept.id(), Samples.START, 9))
          .dropRun(forgotten.id())
          .keepRun(pastChanged())
          .keepRun(recent);
    }

    KeptRun pastChanged() {
      return RunContract.Runs.run(past.id(), Map.of("replaced", 1));
    }

    Snapshot snapshot(StoreUnderTest under) {
      return Snapshot.of(
          under.store(),
          List.of(kept.id(), doomed.id(), inserted.id()),
          List.of("taken", "released", "added"),
          List.of("queue"),
          List.of("kept", "doomed", "inserted", "replaced"));
    }
  }

  @Test
  default void a_commit_that_was_made_ready_happens_when_it_is_run() {
    Standing standing = new Standing();
    Runnable first = store().prepare(standing.first());
    Runnable rival = store().prepare(Changeset.builder().addKey(standing.taken).build());
    assertThat(store().get(List.of(standing.kept.id()))).isEmpty();
    first.run();
    assertThat(store().get(List.of(standing.kept.id()))).hasSize(1);
    Expected.refusal(ConflictException.class, rival::run);
  }

  @Test
  default void a_mixed_changeset_does_all_of_its_steps() {
    Standing standing = new Standing();
    store().commit(standing.first());
    store().commit(standing.mixed().build());
    Snapshot after = standing.snapshot(this);
    assertThat(after.records().stream().map(StoredRecord::version)).containsExactly(2L, 1L);
    assertThat(after.keys())
        .containsExactlyInAnyOrder(standing.taken, new Key("added", "3", standing.inserted.id()));
    // Of rows at one instant, those that name no record come in any order.
    assertThat(after.rows())
        .containsExactlyInAnyOrder(
            new QueueRow("queue", standing.kept.id(), Samples.START, 9),
            new QueueRow("queue", "added", Samples.START, 0));
    assertThat(after.runs()).containsExactlyInAnyOrder(standing.pastChanged(), standing.recent);
    assertThat(after.termStatistics().recordsByTerm())
        .isEqualTo(Map.of("replaced", 1L, "inserted", 1L));
    assertThat(after.logs())
        .extracting(trail -> trail.orElseThrow().links().size())
        .containsExactly(2, 2, 1);
  }

  @Test
  default void one_failing_step_undoes_all_the_others() {
    Standing standing = new Standing();
    store().commit(standing.first());
    Snapshot before = standing.snapshot(this);
    failingSteps(standing)
        .forEach(
            (why, step) -> {
              Changeset failing = step.apply(standing.mixed()).build();
              Expected.refusal(ConflictException.class, why, () -> store().commit(failing));
              assertThat(standing.snapshot(this)).as(why).isEqualTo(before);
            });
    store().commit(standing.mixed().build());
    assertThat(standing.snapshot(this)).isNotEqualTo(before);
  }

  private static Map<String, UnaryOperator<Changeset.Builder>> failingSteps(Standing standing) {
    Sample unknown = standing.samples.fact();
    Sample other = standing.samples.fact();
    QueueRow row = standing.waiting;
    Map<String, UnaryOperator<Changeset.Builder>> steps = new LinkedHashMap<>();
    steps.put("a key that is taken", b -> b.addKey(new Key("taken", "x", null)));
    steps.put("a key that is taken alike", b -> b.addKey(standing.taken));
    steps.put("a key added twice", b -> b.addKey(new Key("added", "3", standing.inserted.id())));
    steps.put("an unknown key removed", b -> b.removeKey(new Key("unknown", "1", null)));
    steps.put("a key removed twice", b -> b.removeKey(standing.released));
    steps.put(
        "a key with another value removed",
        b -> b.removeKey(new Key("taken", "2", standing.kept.id())));
    steps.put(
        "a key with another owner removed",
        b -> b.removeKey(new Key("taken", "1", standing.doomed.id())));
    steps.put("a key without its owner removed", b -> b.removeKey(new Key("taken", "1", null)));
    steps.put("an unknown row done", b -> b.done(new QueueRow("queue", "none", Samples.START, 0)));
    steps.put("a row done twice", b -> b.done(standing.finished));
    steps.put(
        "a row of another queue done",
        b -> b.done(new QueueRow("other", row.item(), row.dueAt(), 0)));
    steps.put(
        "a row with other attempts done",
        b -> b.done(new QueueRow("queue", row.item(), row.dueAt(), 1)));
    steps.put(
        "a row due at another instant done",
        b -> b.done(new QueueRow("queue", row.item(), row.dueAt().plusNanos(1000), 0)));
    steps.put("an unknown record replaced", b -> b.change(unknown.replace(1)));
    steps.put("an unknown record deleted", b -> b.change(unknown.delete(1)));
    steps.put(
        "an id that is taken",
        b ->
            Changeset.builder()
                .change(other.insert())
                .change(standing.kept.insert())
                .addKey(new Key("added", "3", null)));
    steps.put("a version to come replaced", b -> alone(other, standing.kept.replace(2)));
    steps.put("a version to come deleted", b -> alone(other, standing.kept.delete(2)));
    steps.put("a version before the first replaced", b -> alone(other, standing.kept.replace(0)));
    return steps;
  }

  private static Changeset.Builder alone(Sample other, Change failing) {
    return Changeset.builder()
        .change(other.insert())
        .enqueue(new QueueRow("queue", "added", Samples.START, 0))
        .change(failing);
  }

  @Test
  default void of_changesets_handed_over_together_each_stands_or_falls_alone() {
    Standing standing = new Standing();
    List<CompletableFuture<Void>> outcomes =
        store()
            .commitEach(
                List.of(
                    standing.first(),
                    alone(standing.samples.fact().terms("inserted"), standing.kept.insert())
                        .build(),
                    standing.mixed().addKey(standing.taken).build(),
                    standing.mixed().build(),
                    standing.mixed().build()));
    assertThat(outcomes.stream().map(CommitContract::isCommitted))
        .containsExactly(true, false, false, true, false);
    Snapshot after = standing.snapshot(this);
    assertThat(after.records().stream().map(StoredRecord::version)).containsExactly(2L, 1L);
    assertThat(after.termStatistics().recordsByTerm())
        .isEqualTo(Map.of("replaced", 1L, "inserted", 1L));
    assertThat(store().statistics(Samples.START).activeRecords()).isEqualTo(2);
  }

  /** Waits for what becomes of it; nothing but a conflict may have been in the way. */
  private static boolean isCommitted(CompletableFuture<Void> outcome) {
    return Race.won(() -> Writing.await(outcome));
  }

  @Test
  default void of_no_changesets_nothing_becomes() {
    assertThat(store().commitEach(List.of())).isEmpty();
    Standing standing = new Standing();
    store().commit(standing.first());
  }

  @Test
  default void a_changeset_without_steps_changes_nothing() {
    Standing standing = new Standing();
    store().commit(standing.first());
    Snapshot before = standing.snapshot(this);
    store().commit(Changeset.builder().build());
    assertThat(standing.snapshot(this)).isEqualTo(before);
  }

  @Test
  default void an_id_can_be_inserted_only_once() {
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    assertConflict(sample.salience(0.5).insert());
    assertThat(store().get(List.of(sample.id()))).containsExactly(sample.stored());
  }

  @Test
  default void an_id_is_never_used_again_after_its_record_was_deleted() {
    Sample sample = new Samples().fact().logging();
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.delete(1));
    assertConflict(sample.insert());
    assertConflict(sample.replace(1));
    assertConflict(sample.replace(2));
    assertConflict(sample.delete(1));
    assertThat(store().get(List.of(sample.id()))).isEmpty();
  }

  @Test
  default void a_version_that_is_no_longer_the_stored_one_is_a_conflict() {
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.salience(0.9).replace(1));
    StoredRecord before = store().get(List.of(sample.id())).get(0);
    assertConflict(sample.salience(0.1).replace(1));
    assertConflict(sample.delete(1));
    assertThat(store().get(List.of(sample.id()))).containsExactly(before);
    Writing.commit(store(), sample.delete(2));
    assertThat(store().get(List.of(sample.id()))).isEmpty();
  }

  private void assertConflict(Change change) {
    Expected.refusal(ConflictException.class, () -> Writing.commit(store(), change));
  }
}
