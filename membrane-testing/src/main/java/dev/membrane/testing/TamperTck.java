package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Whatever somebody changes in a store behind the engine's back, a verification sees it.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class TamperTck {

  private static final int STEPS = 160;
  private static final int FEWEST_RECORDS = 50;
  private static final Key LOOSE = new Key("loose", "value", null);
  private static final int RUNS = 20;

  /** For subclasses. */
  protected TamperTck() {}

  /** Opens a new store that holds nothing. Called once for each test, which closes it. */
  protected abstract MemoryStore openStore();

  /** Opens the store again to be verified. */
  protected abstract StoreReader openReader();

  /** How many values are altered in a build, by default 50; in a long run at least 300. */
  protected int cells() {
    return 50;
  }

  /** Changes one value in the store, which is closed; says which, and to what. */
  protected abstract String alterACell(Random random);

  /** Takes away all rows that a record, or what stays of it, has; says which. */
  protected abstract String removeARecord(Random random);

  /** Makes the store as it was before the last of these. */
  protected abstract void restore();

  @Test
  final void every_cell_that_was_altered_is_seen(TestInfo test) {
    Random random = Seed.of(test);
    fill(random);
    List<String> missed = new ArrayList<>();
    int cells = LongRun.of(cells(), 300);
    for (int i = 0; i < cells; i++) {
      String cell = alterACell(random);
      if (!isSeen()) {
        missed.add(cell);
      }
      restore();
    }
    System.out.println(
        "%s: %s of %s seen".formatted(test.getDisplayName(), cells - missed.size(), cells));
    assertThat(missed).isEmpty();
    assertThat(verify().broken()).as("when all is as it was").isNull();
  }

  @Test
  final void every_record_that_was_removed_is_missed(TestInfo test) {
    Random random = Seed.of(test);
    fill(random);
    for (int i = 0; i < Trials.of(6); i++) {
      String record = removeARecord(random);
      assertThat(verify().broken()).as(record).isNotNull();
      restore();
    }
  }

  /** Lets a memory live for a while. */
  private void fill(Random random) {
    long seed = random.nextLong();
    MemoryStore store = openStore();
    try (World world = new World(store)) {
      Viewer viewer = Viewer.any(random, seed);
      TrialPlan trialPlan = new TrialPlan(seed, random);
      Calls calls = new Calls(viewer, trialPlan, random);
      Population population = new Population(viewer.sees(), trialPlan, random);
      int taken = 0;
      while (taken < STEPS || world.records().size() <= FEWEST_RECORDS) {
        if (random.nextInt(4) > 0) {
          population.grow();
        } else {
          calls.next();
        }
        for (; taken < trialPlan.steps().size(); taken++) {
          take(trialPlan.steps().get(taken), seed, world);
        }
      }
      store.commit(besides(random));
      store.commit(besidesAgain(random));
      store.commit(vectors(world, random));
      store.commit(vectors(world, random).with(HistorySteps.NONE.keptAt(TestClock.START)));
    }
    AuditReport untouched = verify();
    assertThat(untouched.broken()).as("seed %s", seed).isNull();
    assertThat(untouched.records()).isGreaterThan(FEWEST_RECORDS);
  }

  private static void take(TrialStep step, long seed, World world) {
    world.enter(seed, step);
    WorldAction action = step.inA();
    Answer.to(action == null ? nothing -> null : action, world);
  }

  /** What belongs to no record. */
  private static Changeset besides(Random random) {
    Changeset.Builder changes =
        Changeset.builder()
            .addKey(LOOSE)
            .enqueue(new QueueRow("loose", "item", TestClock.START, 1));
    for (int i = 0; i < RUNS; i++) {
      changes.keepRun(run(random, i));
    }
    return changes.build();
  }

  /** What keeps former states of the same. */
  private static Changeset besidesAgain(Random random) {
    Changeset.Builder changes =
        Changeset.builder().removeKey(LOOSE).addKey(new Key(LOOSE.name(), "other", null));
    for (int i = 0; i < RUNS; i++) {
      changes.keepRun(run(random, i));
    }
    return changes.build().with(HistorySteps.NONE.keptAt(TestClock.START, List.of(LOOSE.name())));
  }

  /** One of each record; others keep those that were there before as former ones. */
  private static Changeset vectors(World world, Random random) {
    Changeset.Builder changes = Changeset.builder();
    for (StoredRecord stored : world.records()) {
      float[] numbers = {random.nextFloat(), 1, random.nextFloat()};
      String model = "model-" + random.nextInt(2);
      changes.embed(new Embedding(stored.record().id(), model, Vector.of(numbers)));
    }
    return changes.build();
  }

  private static KeptRun run(Random random, int number) {
    return new KeptRun(
        "run-" + number,
        random.nextBoolean() ? "scope-" + random.nextInt(2) : null,
        random.nextBoolean() ? Sensitivity.LOW : Sensitivity.HIGH,
        TestClock.START.plusSeconds(number),
        Map.of("word", 1 + random.nextInt(3), "word-" + random.nextInt(9), 1),
        Map.of("tool", 1 + random.nextInt(3)),
        List.of("group-" + random.nextInt(3)));
  }

  /** A store that is not opened because of it has seen it, too. */
  private boolean isSeen() {
    try {
      return verify().broken() != null;
    } catch (StoreOpenException refused) {
      return true;
    }
  }

  private AuditReport verify() {
    try (StoreReader reader = openReader()) {
      return new AuditVerifier(reader, checked -> {}).verify();
    }
  }
}
