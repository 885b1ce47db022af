package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.Contents.Kept;
import dev.membrane.spi.store.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What is taken to another store, and what comes from one. */
interface ContentsContract extends StoreUnderTest {

  /** All that was told, in its order. */
  final class Told implements Contents.ContentsListener {
    final List<Long> counts = new ArrayList<>();
    final List<Kept> kept = new ArrayList<>();
    final List<Key> keys = new ArrayList<>();
    final List<QueueRow> rows = new ArrayList<>();
    final List<KeptRun> runs = new ArrayList<>();

    @Override
    public void begin(long ids) {
      counts.add(ids);
    }

    @Override
    public void kept(Kept one) {
      kept.add(one);
    }

    @Override
    public void key(Key key) {
      keys.add(key);
    }

    @Override
    public void row(QueueRow row) {
      rows.add(row);
    }

    @Override
    public void run(KeptRun run) {
      runs.add(run);
    }

    List<AuditTrail> trails() {
      return kept.stream().map(Kept::trail).toList();
    }
  }

  private Contents contents() {
    assumeTrue(store().contents().isPresent(), "the store cannot tell all that it holds");
    return store().contents().orElseThrow();
  }

  private Told told() {
    Told told = new Told();
    contents().tell(told);
    return told;
  }

  @Test
  default void an_empty_store_tells_that_it_is() {
    Told told = told();
    assertThat(told.counts).containsExactly(0L);
    assertThat(told.kept).isEmpty();
    assertThat(told.keys).isEmpty();
    assertThat(told.rows).isEmpty();
    assertThat(told.runs).isEmpty();
  }

  @Test
  default void kept_runs_are_told_as_they_are_kept() {
    contents();
    KeptRun gone = RunContract.Runs.run("gone", Map.of("apple", 1));
    KeptRun first = RunContract.Runs.odd();
    KeptRun second = RunContract.Runs.run("second", Map.of("apple", 2, "pear", 1));
    store().commit(Changeset.builder().keepRun(gone).keepRun(first).keepRun(second).build());
    store().commit(Changeset.builder().dropRun("gone").build());
    assertThat(told().runs).containsExactlyInAnyOrder(first, second);
  }

  @Test
  default void records_and_deleted_ones_are_told_in_the_order_of_arrival(TestInfo test) {
    contents();
    Random random = Seed.of(test);
    RandomSamples samples = new RandomSamples(random);
    List<Sample> arrived = new ArrayList<>(samples.next(300));
    Collections.shuffle(arrived, random);
    Writing.insert(store(), arrived);
    List<Sample> gone = List.copyOf(arrived.subList(90, 170));
    Writing.commit(store(), gone.stream().map(sample -> sample.delete(1)).toList());
    Writing.commit(
        store(),
        arrived.subList(0, 40).stream().map(one -> samples.again(one).replace(1)).toList());
    Told told = told();
    assertThat(told.counts).containsExactly(300L);
    assertThat(told.trails()).isEqualTo(trails(arrived));
    assertThat(told.keys).isEmpty();
  }

  private List<AuditTrail> trails(List<Sample> samples) {
    return samples.stream().map(one -> store().auditLog(one.id()).orElseThrow()).toList();
  }

  @Test
  default void keys_and_rows_are_told_with_the_record_that_they_belong_to_or_apart() {
    contents();
    Samples samples = new Samples();
    Sample one = samples.fact();
    Sample other = samples.fact();
    Key first = new Key("first", "1", one.id());
    Key second = new Key(Payloads.ODD_TEXT, Payloads.ODD_TEXT, one.id());
    Key free = new Key("free", one.id(), null);
    Key dangling = new Key("dangling", "", samples.id());
    QueueRow soon = new QueueRow("soon", one.id(), Samples.START, 3);
    QueueRow late = new QueueRow("late", one.id(), Samples.START.plusSeconds(9), 0);
    QueueRow ofKey = new QueueRow("late", "free", Samples.START, 0);
    store()
        .commit(
            Changeset.builder()
                .change(one.insert())
                .change(other.insert())
                .addKey(first)
                .addKey(second)
                .addKey(free)
                .addKey(dangling)
                .enqueue(soon)
                .enqueue(late)
                .enqueue(ofKey)
                .build());
    Told told = told();
    assertThat(told.kept.get(0).keys()).containsExactlyInAnyOrder(first, second);
    assertThat(told.kept.get(0).rows()).containsExactlyInAnyOrder(soon, late);
    assertThat(told.kept.get(1).keys()).isEmpty();
    assertThat(told.kept.get(1).rows()).isEmpty();
    assertThat(told.keys).containsExactlyInAnyOrder(free, dangling);
    assertThat(told.rows).containsExactly(ofKey);
  }

  @Test
  default void embeddings_are_told_with_their_records() {
    contents();
    assumeTrue(store().vectors().isPresent(), "the store keeps no vectors");
    Samples samples = new Samples();
    Sample plain = samples.fact();
    Sample embedded = samples.fact();
    Embedding embedding =
        new Embedding(embedded.id(), "model-1", Vector.of(new float[] {3, -4, 0.5f}));
    Writing.insert(store(), plain, embedded);
    store().commit(Changeset.builder().embed(embedding).build());
    Told told = told();
    assertThat(told.kept.get(0).embedding()).isNull();
    assertThat(told.kept.get(1).embedding()).isEqualTo(embedding);
  }

  @Test
  default void what_is_committed_while_it_is_told_is_not_told() {
    contents();
    Samples samples = new Samples();
    List<Sample> before = samples.facts(200);
    Writing.insert(store(), before);
    List<AuditTrail> trails = trails(before);
    Told told = new Told();
    contents()
        .tell(
            new Contents.ContentsListener() {
              @Override
              public void begin(long ids) {
                told.begin(ids);
                Writing.insert(store(), samples.fact());
                Writing.commit(store(), before.get(0).salience(0.1).replace(1));
                Writing.commit(store(), before.get(199).delete(1));
                Key late = new Key("late", "", null);
                KeptRun lateRun = RunContract.Runs.run("late", Map.of());
                store().commit(Changeset.builder().addKey(late).keepRun(lateRun).build());
              }

              @Override
              public void kept(Kept kept) {
                told.kept(kept);
              }

              @Override
              public void key(Key key) {
                told.key(key);
              }

              @Override
              public void row(QueueRow row) {
                told.row(row);
              }

              @Override
              public void run(KeptRun run) {
                told.run(run);
              }
            });
    assertThat(told.counts).containsExactly(200L);
    assertThat(told.trails()).isEqualTo(trails);
    assertThat(told.keys).isEmpty();
    assertThat(told.runs).isEmpty();
  }

  @Test
  default void what_the_listener_throws_ends_the_telling_and_nothing_else() {
    contents();
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    Contents.ContentsListener weary =
        new Contents.ContentsListener() {
          @Override
          public void begin(long ids) {}

          @Override
          public void kept(Kept kept) {
            throw new CancellationException("enough");
          }

          @Override
          public void key(Key key) {}

          @Override
          public void row(QueueRow row) {}

          @Override
          public void run(KeptRun run) {}
        };
    Expected.refusal(CancellationException.class, () -> contents().tell(weary));
    Writing.commit(store(), sample.salience(0.5).replace(1));
    assertThat(told().trails()).isEqualTo(trails(List.of(sample)));
  }

  @Test
  default void a_record_may_come_with_the_version_that_it_had_elsewhere() {
    Sample sample = new Samples().fact();
    Change.Insert moved =
        new Change.Insert(
            sample.record(), 7, sample.anchor(), sample.terms(), "", sample.insert().audit());
    Writing.commit(store(), moved);
    assertThat(store().get(List.of(sample.id()))).containsExactly(sample.stored(7, sample.audit()));
    Expected.refusal(ConflictException.class, () -> Writing.commit(store(), sample.replace(1)));
    Writing.commit(store(), sample.logging().replace(7));
    assertThat(store().get(List.of(sample.id())).get(0).version()).isEqualTo(8);
  }

  @Test
  default void a_tombstone_from_elsewhere_is_as_if_the_record_had_been_deleted_here() {
    Samples samples = new Samples();
    Sample there = samples.fact();
    Sample scoped = samples.fact().scope("alpha").with(b -> b.sensitivity(Sensitivity.HIGH));
    Sample unscoped = samples.fact();
    Writing.insert(store(), there);
    Writing.commit(store(), bury(scoped), bury(unscoped));
    assertThat(store().get(List.of(scoped.id(), unscoped.id()))).isEmpty();
    assertThat(store().auditLog(scoped.id()))
        .contains(
            new AuditTrail(scoped.id(), "alpha", Sensitivity.HIGH, null, null, scoped.audit()));
    assertThat(store().auditLog(unscoped.id()).orElseThrow().scope()).isNull();
    assertThat(store().statistics(Samples.START).auditEntriesByAction())
        .containsEntry(AuditAction.CREATE, 3L);
    for (Change again : List.of(bury(scoped), scoped.insert(), bury(there))) {
      Expected.refusal(ConflictException.class, () -> Writing.commit(store(), again));
    }
    assertThat(store().auditLogs("", 9)).hasSize(3);
  }

  private static Change.Bury bury(Sample sample) {
    return new Change.Bury(
        sample.id(), sample.record().scope(), sample.record().sensitivity(), sample.audit());
  }
}
