package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Membrane;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The contract of a {@link MemoryStore} that keeps its records after it was closed. */
public abstract class PersistentStoreTck extends MemoryStoreTck {

  /** For subclasses. */
  protected PersistentStoreTck() {}

  /** Opens again what the test's store held; that store is closed by now. */
  protected abstract MemoryStore reopenStore();

  @Test
  final void a_reopened_store_answers_everything_as_before() {
    CommitContract.Standing standing = new CommitContract.Standing();
    store().commit(standing.first());
    store().commit(standing.mixed().build());
    Snapshot before = standing.snapshot(this);
    reopen();
    assertThat(standing.snapshot(this)).isEqualTo(before);
  }

  @Test
  final void a_reopened_store_keeps_its_promises() {
    Samples samples = new Samples();
    Sample gone = samples.fact();
    Sample old = samples.fact().terms("word");
    Key key = new Key("key", "value", old.id());
    QueueRow row = new QueueRow("queue", "item", Samples.START, 0);
    Writing.insert(store(), gone, old);
    Writing.commit(store(), gone.delete(1));
    store().commit(Changeset.builder().addKey(key).enqueue(row).build());
    reopen();
    Sample latest = samples.fact().terms("word");
    assertThat(Race.won(() -> Writing.insert(store(), gone))).isFalse();
    assertThat(Race.won(() -> store().commit(Changeset.builder().addKey(key).build()))).isFalse();
    Writing.insert(store(), latest);
    assertThat(Asking.forAll().containing(store(), 1, "word"))
        .extracting(hit -> hit.id())
        .containsExactly(latest.id());
    Writing.commit(store(), old.salience(0.5).replace(1));
    store().commit(Changeset.builder().done(row).build());
    assertThat(store().get(List.of(old.id())).get(0).version()).isEqualTo(2);
  }

  @Test
  final void random_records_survive_a_reopening(TestInfo test) {
    Random random = Seed.of(test);
    List<Sample> samples = new ArrayList<>(new RandomSamples(random).next(Trials.of(150)));
    Writing.insert(store(), samples);
    List<String> ids = samples.stream().map(Sample::id).toList();
    Snapshot before = Snapshot.of(store(), ids, List.of(), List.of(), RandomSamples.WORDS);
    reopen();
    assertThat(Snapshot.of(store(), ids, List.of(), List.of(), RandomSamples.WORDS))
        .isEqualTo(before);
  }

  @Test
  final void the_terms_of_a_reopened_store_are_read_again_if_it_asks_for_that() {
    Sample sample = new Samples().fact().terms("former").logging();
    Writing.insert(store(), sample);
    List<StoredRecord> before = store().get(List.of(sample.id()));
    reopen();
    store().commit(Changeset.builder().addKey(Key.FORMER_TERMS).build());
    Membrane.builder().store(store()).backgroundJobs(false).build().close();
    assertThat(Asking.forAll().containing(store(), 1, "former")).isEmpty();
    assertThat(Asking.forAll().containing(store(), 1, "subject"))
        .extracting(hit -> hit.id())
        .containsExactly(sample.id());
    assertThat(store().get(List.of(sample.id()))).isEqualTo(before);
    assertThat(store().find(List.of(Key.FORMER_TERMS.name()))).isEmpty();
  }

  private void reopen() {
    store().close();
    use(reopenStore());
  }
}
