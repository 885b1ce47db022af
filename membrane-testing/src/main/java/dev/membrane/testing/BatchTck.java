package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.ObservationRequest;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * A batch leaves and answers what the same requests do one by one. Random batches of several
 * callers run in one memory, their items by themselves in another with the same clock and ids; then
 * all records, logs and queues are compared.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class BatchTck {

  private static final int ROUNDS = 6;
  private static final int MAX_ITEMS = 24;

  /** For subclasses. */
  protected BatchTck() {}

  /** Opens a new store that holds nothing. The test closes it. */
  protected abstract MemoryStore openStore();

  /** How many pairs of memories to compare in a build. */
  protected int trials() {
    return 40;
  }

  @Test
  final void a_batch_does_what_its_items_do_one_by_one(TestInfo test) {
    forSeeds(test, seed -> compare(seed, Way.BATCH));
  }

  @Test
  final void a_stream_does_what_its_items_do_one_by_one(TestInfo test) {
    forSeeds(test, seed -> compare(seed, Way.STREAM));
  }

  @Test
  final void a_batch_that_loses_races_does_what_its_items_do_one_by_one(TestInfo test) {
    forSeeds(test, seed -> compare(seed, Way.RACED));
  }

  @Test
  final void all_or_nothing_stores_all_or_names_the_first_faulty_item(TestInfo test) {
    forSeeds(test, seed -> compare(seed, Way.ALL_OR_NOTHING));
  }

  @Test
  final void a_batch_is_one_commit_in_which_an_episode_is_written_once() {
    List<Changeset> commits = new ArrayList<>();
    MemoryStore store =
        new ForwardingStore(openStore()) {
          @Override
          public void commit(Changeset changeset) {
            commits.add(changeset);
            super.commit(changeset);
          }
        };
    try (FrozenMemory room = new FrozenMemory(store)) {
      List<IngestRequest> turns = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        turns.add(BatchItems.turn("conversation", "turn " + i));
      }
      commits.clear();
      List<IngestItemAnswer> answers = room.as(Caller.named("ann")).batch(turns);
      assertThat(commits).hasSize(1);
      assertThat(commits.get(0).changes()).hasSizeLessThan(10);
      assertThat(answers.get(0).get().result()).isEqualTo(IngestResult.CREATED);
      assertThat(answers.get(299).get().result()).isEqualTo(IngestResult.APPENDED);
      assertThat(room.verified()).isNull();
    }
  }

  @Test
  final void more_than_a_thousand_items_are_refused_and_none_are_nothing() {
    try (FrozenMemory room = new FrozenMemory(openStore())) {
      List<IngestRequest> many = new ArrayList<>();
      for (int i = 0; i <= Ingestion.MAX_BATCH; i++) {
        many.add(BatchItems.turn("key", "turn"));
      }
      int before = room.issued();
      FrozenMemory.View ann = room.as(Caller.named("ann"));
      assertThatThrownBy(() -> ann.batch(many))
          .isInstanceOf(ValidationException.class)
          .hasMessage("items exceeds maximum of 1000 items");
      assertThat(ann.batch(List.of())).isEmpty();
      assertThat(ann.allOrNothing(List.of())).isEmpty();
      assertThat(room.issued()).isEqualTo(before);
    }
  }

  @Test
  final void a_batch_that_always_loses_is_in_the_end_written_one_by_one() {
    AtomicInteger commits = new AtomicInteger();
    RacedStore race = new RacedStore(openStore(), commits);
    try (FrozenMemory room = new FrozenMemory(race)) {
      FrozenMemory.View ann = room.as(Caller.named("ann"));
      ann.oneByOne(List.of(fact("first")));
      race.rival = () -> room.as(Caller.named("eve")).oneByOne(List.of(fact("first")));
      List<IngestItemAnswer> answers =
          ann.batch(List.of(fact("first"), fact("second"), fact("first")));
      assertThat(answers)
          .extracting(answer -> answer.get().result())
          .containsExactly(IngestResult.REINFORCED, IngestResult.CREATED, IngestResult.REINFORCED);
      assertThat(commits.get()).as("commits lost").isPositive();
      assertThat(room.verified()).isNull();
    }
  }

  private static ObservationRequest fact(String object) {
    return ObservationRequest.builder()
        .source("ann")
        .subject("user")
        .predicate("prefers")
        .object(JsonValue.of(object))
        .options(IngestOptions.NONE.scope("a"))
        .build();
  }

  /** A store before each of whose next commits somebody else is faster, a few times. */
  private static final class RacedStore extends ForwardingStore {

    private final AtomicInteger commits;
    private Runnable rival = () -> {};
    private boolean isRacing;

    RacedStore(MemoryStore store, AtomicInteger commits) {
      super(store);
      this.commits = commits;
    }

    @Override
    public void commit(Changeset changeset) {
      if (!isRacing && commits.get() < 5) {
        isRacing = true;
        commits.incrementAndGet();
        rival.run();
        isRacing = false;
      }
      super.commit(changeset);
    }
  }

  private interface SeededComparison {
    void run(long seed);
  }

  private void forSeeds(TestInfo test, SeededComparison trial) {
    long first = Seed.number(test);
    for (int i = 0; i < Trials.of(trials()) / 4; i++) {
      trial.run(first + i);
    }
  }

  private enum Way {
    BATCH,
    STREAM,
    RACED,
    ALL_OR_NOTHING
  }

  private void compare(long seed, Way way) {
    RandomChoices dice = RandomChoices.of(seed);
    MemoryStore store = openStore();
    try (FrozenMemory together =
            new FrozenMemory(way == Way.RACED ? new Losing(store, dice.below(99)) : store);
        FrozenMemory single = new FrozenMemory(openStore())) {
      boolean isEqual = true;
      for (int round = 0; round < ROUNDS && isEqual; round++) {
        Caller caller = dice.of(BatchItems.CALLERS);
        List<IngestRequest> requests = new ArrayList<>();
        BatchItems items = new BatchItems(dice, way == Way.RACED ? 0 : single.issued());
        for (int i = dice.below(MAX_ITEMS); i >= 0; i--) {
          requests.add(items.next());
        }
        isEqual = compare(seed, way, requests, together.as(caller), single.as(caller));
        if (isEqual) {
          assertThat(together.contents())
              .as("seed %s: contents", seed)
              .isEqualTo(single.contents());
        }
      }
      assertThat(together.verified()).as("seed %s", seed).isNull();
    }
  }

  /** Whether both memories are still to be equal. */
  private static boolean compare(
      long seed,
      Way way,
      List<IngestRequest> requests,
      FrozenMemory.View together,
      FrozenMemory.View single) {
    if (way == Way.ALL_OR_NOTHING) {
      return compareWhole(seed, requests, together, single);
    }
    List<IngestItemAnswer> inBatch =
        way == Way.STREAM ? together.streamed(requests) : together.batch(requests);
    compareAnswers(seed, inBatch, single.oneByOne(requests));
    return true;
  }

  private static boolean compareWhole(
      long seed,
      List<IngestRequest> requests,
      FrozenMemory.View together,
      FrozenMemory.View single) {
    List<String> before = together.contents();
    List<IngestItemAnswer> answers;
    try {
      answers = together.allOrNothing(requests);
    } catch (MembraneException refusal) {
      assertThat(together.contents()).as("seed %s: after %s", seed, refusal).isEqualTo(before);
      IngestItemAnswer faulty =
          single.oneByOne(requests).stream()
              .filter(answer -> !answer.isStored())
              .findFirst()
              .orElseThrow();
      assertThat(refusal)
          .as("seed %s", seed)
          .hasSameClassAs(faulty.failure().orElseThrow())
          .hasMessageStartingWith("items[" + faulty.number() + "]");
      return false;
    }
    compareAnswers(seed, answers, single.oneByOne(requests));
    return true;
  }

  private static void compareAnswers(
      long seed, List<IngestItemAnswer> together, List<IngestItemAnswer> single) {
    assertThat(together.stream().map(BatchTck::told).toList())
        .as("seed %s: answers", seed)
        .isEqualTo(single.stream().map(BatchTck::told).toList());
    for (int i = 0; i < together.size(); i++) {
      IngestItemAnswer item = together.get(i);
      if (item.isStored() && item.get().record() instanceof MemoryRecord record) {
        assertThat(FrozenMemory.normal(record.toString()))
            .as("seed %s: record of item %s", seed, i)
            .isEqualTo(FrozenMemory.normal(single.get(i).get().record().toString()));
      }
    }
  }

  /** What is told whether or not the record is shown. */
  private static String told(IngestItemAnswer item) {
    return item.failure()
        .map(refused -> item.number() + " " + FrozenMemory.normal(refused.toString()))
        .orElseGet(
            () ->
                "%s %s %s"
                    .formatted(item.number(), item.get().result(), item.get().conflicts().size()));
  }

  /** Loses commits before they begin, as if somebody had changed what they expect. */
  private static final class Losing extends ForwardingStore {

    private final RandomChoices dice;

    Losing(MemoryStore store, long seed) {
      super(store);
      this.dice = RandomChoices.of(seed);
    }

    @Override
    public void commit(Changeset changeset) {
      if (dice.oneIn(2)) {
        throw new ConflictException("lost");
      }
      super.commit(changeset);
    }
  }
}
