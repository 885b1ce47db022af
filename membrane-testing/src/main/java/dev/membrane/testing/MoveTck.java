package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.Vector;
import dev.membrane.tck.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Whatever was done to a memory, it answers alike when it was moved to another store: what it holds
 * is equal there, and so is every later answer to the same calls.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class MoveTck {

  private static final String MODEL = "model-1";
  private static final int STEPS = 60;

  /** For subclasses. */
  protected MoveTck() {}

  /** Opens a new store that holds nothing. Called for each move, which also closes it. */
  protected abstract MemoryStore openStore();

  /** Opens a new store that holds nothing, to be moved to. Called like {@link #openStore}. */
  protected MemoryStore openTarget() {
    return openStore();
  }

  /** How many moves to try. */
  protected int tries() {
    return 40;
  }

  @Test
  final void a_memory_that_was_moved_answers_as_the_one_that_stayed(TestInfo test) {
    Random seeds = Seed.of(test);
    List<Moved> all = new ArrayList<>();
    for (int tried = 0; tried < tries(); tried++) {
      long seed = seeds.nextLong();
      MemoryStore source = openStore();
      MemoryStore target = openTarget();
      try (World stayed = new World(source);
          World moved = new World(target)) {
        all.add(new Move(seed, source, target, stayed, moved).run());
      }
    }
    assertThat(all).as("some move records").anyMatch(moved -> moved.records() > 0);
    assertThat(all).as("some move deleted ones").anyMatch(moved -> moved.tombstones() > 0);
    assertThat(all).as("some move keys").anyMatch(moved -> moved.keys() > 0);
    assertThat(all).as("some move work").anyMatch(moved -> moved.rows() > 0);
    assertThat(all).as("some move runs").anyMatch(moved -> moved.runs() > 1);
  }

  private static final class Move {

    private final long seed;
    private final Random random;
    private final MemoryStore source;
    private final MemoryStore target;
    private final World stayed;
    private final World moved;
    private final TrialPlan trialPlan;
    private final Calls calls;
    private final Population population;

    Move(long seed, MemoryStore source, MemoryStore target, World stayed, World moved) {
      this.seed = seed;
      this.random = new Random(seed);
      this.source = source;
      this.target = target;
      this.stayed = stayed;
      this.moved = moved;
      Viewer viewer = Viewer.any(random, seed);
      this.trialPlan = new TrialPlan(seed, random);
      this.calls = new Calls(viewer, trialPlan, random, false);
      this.population = new Population(viewer.sees(), trialPlan, random);
    }

    Moved run() {
      List<TrialStep> before = more();
      before.forEach(step -> answer(step, stayed));
      embedSome();
      leaveSomeLoose();
      byte[] export = exported(source);
      Moved first = load(export);
      assertThat(first.known()).as("seed %s: there before", seed).isZero();
      assertAlike(before.get(before.size() - 1).at());

      Moved again = load(export);
      long all = first.records() + first.tombstones() + first.keys() + first.rows() + first.runs();
      assertThat(again.rows()).as("seed %s: rows that come again", seed).isZero();
      assertThat(again.known()).as("seed %s: there by now", seed).isEqualTo(all);
      assertAlike(before.get(before.size() - 1).at());

      List<TrialStep> after = more();
      for (TrialStep step : after) {
        assertThat(answer(step, moved)).hasToString(answer(step, stayed).toString());
      }
      assertAlike(after.get(after.size() - 1).at());
      return first;
    }

    /** What happens next. */
    private List<TrialStep> more() {
      int from = trialPlan.steps().size();
      while (trialPlan.steps().size() < from + STEPS) {
        switch (random.nextInt(3)) {
          case 0 -> population.grow();
          case 1 -> population.change();
          default -> calls.next();
        }
      }
      return List.copyOf(trialPlan.steps().subList(from, trialPlan.steps().size()));
    }

    private Answer answer(TrialStep step, World world) {
      world.enter(seed, step);
      WorldAction action = step.inA();
      return Answer.to(action == null ? nothing -> null : action, world);
    }

    private void embedSome() {
      if (source.vectors().isEmpty() || target.vectors().isEmpty()) {
        return;
      }
      Changeset.Builder changes = Changeset.builder();
      for (StoredRecord stored : stayed.records()) {
        if (random.nextBoolean()) {
          float[] numbers = {random.nextFloat(), 1, random.nextFloat()};
          changes.embed(new Embedding(stored.record().id(), MODEL, Vector.of(numbers)));
        }
      }
      source.commit(changes.build());
    }

    /** What belongs to no record, which is rare in what happens. */
    private void leaveSomeLoose() {
      Changeset.Builder changes =
          Changeset.builder()
              .addKey(new Key("quota:loose:1", "1,1", null))
              .enqueue(new QueueRow("loose", "item", TestClock.START, 1));
      stayed.records().stream()
          .limit(5)
          .map(StoredRecord::record)
          .map(this::run)
          .forEach(changes::keepRun);
      source.commit(changes.build());
    }

    private KeptRun run(MemoryRecord record) {
      return new KeptRun(
          record.id(),
          record.scope(),
          record.sensitivity(),
          record.createdAt(),
          Map.of("word", 1 + random.nextInt(3), "word-" + random.nextInt(9), 1),
          Map.of("a tool", 1 + random.nextInt(3)),
          List.of("group-" + random.nextInt(3), "group"));
    }

    private void assertAlike(Instant at) {
      assertThat(lines(target)).as("seed %s", seed).isEqualTo(lines(source));
      assertClose(target.statistics(at), source.statistics(at));
      AuditReport there = new AuditVerifier(target, checked -> {}).verify();
      // Former states are not exported.
      assertThat(there)
          .usingRecursiveComparison()
          .ignoringFields("versions")
          .isEqualTo(new AuditVerifier(source, checked -> {}).verify());
      assertThat(there.broken()).isNull();
    }

    /** Stores may add up in another order. */
    private static void assertClose(Statistics found, Statistics expected) {
      assertThat(found.recordsByType()).isEqualTo(expected.recordsByType());
      assertThat(found.salienceDistribution()).isEqualTo(expected.salienceDistribution());
      assertThat(found.auditEntriesByAction()).isEqualTo(expected.auditEntriesByAction());
      assertThat(found.avgSalience()).isCloseTo(expected.avgSalience(), within(1e-9));
      assertThat(found.avgConfidence()).isCloseTo(expected.avgConfidence(), within(1e-9));
      assertThat(found.meanSuccessRate()).isCloseTo(expected.meanSuccessRate(), within(1e-9));
    }

    /** Records in their order, then the rest, which has none, without the end. */
    private static List<String> lines(MemoryStore store) {
      List<String> lines =
          new ArrayList<>(new String(exported(store), StandardCharsets.UTF_8).lines().toList());
      lines.remove(lines.size() - 1);
      List<String> records =
          new ArrayList<>(
              lines.stream().filter(line -> line.contains("\"line\":\"record\"")).toList());
      lines.removeAll(records);
      records.addAll(lines.stream().sorted().toList());
      return records;
    }

    private static byte[] exported(MemoryStore store) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        new Exporter(store, true, (done, all) -> {}).write(out, "test", TestClock.START);
        return out.toByteArray();
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    private Moved load(byte[] export) {
      try {
        long lines = Importer.check(new ByteArrayInputStream(export));
        return new Importer(target, (done, all) -> {})
            .load(new ByteArrayInputStream(export), lines);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }
}
