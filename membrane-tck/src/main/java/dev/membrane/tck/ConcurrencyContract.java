package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Many threads at once. */
interface ConcurrencyContract extends StoreUnderTest {

  @Test
  default void of_several_writers_of_one_version_exactly_one_wins() throws InterruptedException {
    int writers = 4;
    int rounds = 15;
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    CyclicBarrier together = new CyclicBarrier(writers);
    List<List<Boolean>> won =
        Race.run(writers, i -> () -> replaceTogether(sample.salience(i), rounds, together));
    for (int round = 0; round < rounds; round++) {
      int current = round;
      assertThat(won.stream().map(wins -> wins.get(current)))
          .as("round %s", round)
          .containsOnlyOnce(true);
    }
    assertThat(version(sample)).isEqualTo(1 + rounds);
    assertThat(log(sample.id())).hasSize(1 + rounds);
  }

  /** All have seen the version before one of them replaces it. */
  private List<Boolean> replaceTogether(Sample mine, int rounds, CyclicBarrier together)
      throws BrokenBarrierException, InterruptedException, TimeoutException {
    List<Boolean> won = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      long seen = version(mine);
      together.await(5, TimeUnit.MINUTES);
      won.add(Race.won(() -> Writing.commit(store(), mine.replace(seen))));
      together.await(5, TimeUnit.MINUTES);
    }
    return won;
  }

  private long version(Sample sample) {
    return store().get(List.of(sample.id())).get(0).version();
  }

  @Test
  default void of_many_threads_that_insert_one_id_exactly_one_wins() throws InterruptedException {
    Sample sample = new Samples().fact();
    List<Boolean> won =
        Race.run(8, i -> () -> Race.won(() -> Writing.insert(store(), sample.salience(i / 10.0))));
    assertThat(won).containsOnlyOnce(true);
    assertThat(store().get(List.of(sample.id())))
        .containsExactly(sample.salience(won.indexOf(true) / 10.0).stored());
  }

  @Test
  default void readers_see_whole_commits_only() throws InterruptedException {
    int readers = 2;
    Samples samples = new Samples();
    List<Sample> pair = pair(samples);
    Writing.insert(store(), pair);
    CountDownLatch reading = new CountDownLatch(readers);
    List<Integer> commits =
        Race.run(
            1 + readers,
            i -> () -> i == 0 ? writePairs(samples, pair, reading) : readPairs(pair, reading));
    assertThat(version(pair.get(0))).isEqualTo(1 + commits.get(0));
  }

  private static List<Sample> pair(Samples samples) {
    return List.of(samples.fact().terms("pair"), samples.fact().terms("pair"));
  }

  /** Changes two records, inserts two and deletes two with each commit, while others read. */
  private int writePairs(Samples samples, List<Sample> pair, CountDownLatch reading) {
    List<Sample> former = List.of();
    int version = 1;
    for (; version <= 20 || reading.getCount() > 0; version++) {
      List<Change> changes = new ArrayList<>();
      for (Sample sample : pair) {
        changes.add(sample.salience(version).replace(version));
      }
      List<Sample> next = pair(samples);
      next.forEach(sample -> changes.add(sample.insert()));
      former.forEach(sample -> changes.add(sample.delete(1)));
      Writing.commit(store(), changes);
      former = next;
    }
    return version - 1;
  }

  private int readPairs(List<Sample> pair, CountDownLatch reading) {
    try {
      List<String> ids = pair.stream().map(Sample::id).toList();
      for (int i = 0; i < 40; i++) {
        // A store may remember the one and have to read the other.
        store().get(ids.subList(0, 1));
        assertThat(store().get(ids).stream().map(StoredRecord::anchor).distinct()).hasSize(1);
        assertThat(store().get(ids).stream().map(StoredRecord::version).distinct()).hasSize(1);
        assertThat(Asking.forAll().containing(store(), 1000, "pair").size()).isIn(2, 4);
        assertThat(Asking.forAll().ids(store(), 1000).size()).isIn(2, 4);
        assertThat(store().statistics(Samples.START).activeRecords()).isIn(2L, 4L);
      }
      return 0;
    } finally {
      reading.countDown();
    }
  }

  @Test
  default void a_commit_is_seen_by_every_read_that_begins_after_it() throws InterruptedException {
    Samples samples = new Samples();
    Race.run(
        4,
        i ->
            () -> {
              for (int n = 0; n < 20; n++) {
                Sample mine = samples.fact().terms("mine" + i);
                Writing.insert(store(), mine);
                assertThat(store().get(List.of(mine.id()))).containsExactly(mine.stored());
                assertThat(Asking.forAll().containing(store(), 1, "mine" + i))
                    .extracting(Hit::id)
                    .containsExactly(mine.id());
                Change gone = mine.delete(1);
                Writing.commit(store(), gone);
                assertThat(store().get(List.of(mine.id()))).isEmpty();
              }
              return true;
            });
    assertThat(Asking.forAll().ids(store(), 10)).isEmpty();
  }
}
