package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.ConsolidationResult;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RecordRequest;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.procedure.CompetenceStage;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.tck.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** To learn from new episodes costs the same however many were learned from before. */
final class LearningCostTest {

  private static final int SMALL = 1_000;
  private static final int LARGE = Integer.getInteger("membrane.learning.episodes", 4_000);
  private static final int NEW = Integer.getInteger("membrane.learning.new", Trials.of(60));
  private static final int BATCH = 1_000;
  private static final Instant NOW = SampleRecords.START.plusSeconds(86_400);
  private static final Provenance PROVENANCE =
      new Provenance(
          List.of(new ProvenanceSource(ProvenanceKind.ARTIFACT, "run.log", null, null, null)),
          "agent");

  @TempDir private Path folder;

  private record Cost(long instructions, long commits, Duration time) {}

  @Test
  void a_run_costs_the_same_in_a_large_database() {
    Cost small = costOf(SMALL);
    Cost large = costOf(LARGE);
    System.out.println("learning from " + NEW + " episodes beside " + SMALL + ": " + small);
    System.out.println("learning from " + NEW + " episodes beside " + LARGE + ": " + large);
    assertThat(small.instructions).isPositive();
    assertThat(large.instructions).isLessThan(2 * small.instructions);
    assertThat(large.commits).isEqualTo(small.commits);
  }

  private Cost costOf(int episodes) {
    try (SqliteStore store = SqliteStore.open(folder.resolve("episodes" + episodes + ".db"));
        Membrane membrane = membraneOver(store)) {
      fill(store, episodes);
      // What is prepared once and learned first is there already.
      tell(membrane, 0, NEW);
      learn(membrane);
      tell(membrane, NEW, NEW);
      AtomicLong instructions = new AtomicLong();
      long commits = store.commitStatistics().commits();
      long begun = System.nanoTime();
      QueryWorkTest.counting(store, instructions, () -> learn(membrane));
      Duration time = Duration.ofNanos(System.nanoTime() - begun);
      return new Cost(instructions.get(), store.commitStatistics().commits() - commits, time);
    }
  }

  private static Membrane membraneOver(SqliteStore store) {
    AtomicLong ids = new AtomicLong();
    Supplier<String> next = () -> "01957b3d-0000-7000-8000-%012x".formatted(ids.incrementAndGet());
    return Membrane.builder().backgroundJobs(false).store(store).clock(() -> NOW).ids(next).build();
  }

  private static void learn(Memory membrane) {
    ConsolidationResult result = membrane.maintenance().consolidate();
    assertThat(result.total().failed()).isZero();
    assertThat(result.total().reinforced()).isPositive();
  }

  private static void tell(Memory membrane, int from, int count) {
    for (int i = from; i < from + count; i++) {
      RecordDraft draft =
          RecordDraft.builder()
              .type(MemoryType.EPISODIC)
              .sensitivity(Sensitivity.LOW)
              .scope("scope " + i % 10)
              .payload(run(i))
              .provenance(PROVENANCE)
              .build();
      membrane.ingestion().record(RecordRequest.of("agent", draft));
    }
  }

  private static EpisodicPayload run(int number) {
    List<ToolNode> calls = new ArrayList<>();
    String order = "order-" + number;
    for (int i = 0; i <= number % 3; i++) {
      JsonObject args = new JsonObject(Map.of("customer", JsonValue.of(i)));
      calls.add(new ToolNode("n" + i, "find", args, JsonValue.of(order), NOW, List.of()));
    }
    JsonObject args = new JsonObject(Map.of("order", JsonValue.of(order)));
    calls.add(new ToolNode("last", "cancel", args, JsonValue.of("done"), NOW, List.of("n0")));
    return new EpisodicPayload(
        List.of(new TimelineEvent(NOW, "request", "r", "cancel it, case " + number % 50)),
        calls,
        null,
        OutcomeStatus.SUCCESS,
        List.of(),
        null,
        null);
  }

  /** Episodes that were learned from long ago. */
  private static void fill(SqliteStore store, int episodes) {
    Changeset.Builder changes = Changeset.builder();
    for (int i = 0; i < episodes; i++) {
      MemoryRecord fact = SampleRecords.fact(i, "scope " + i % 100, SampleRecords.START);
      MemoryRecord episode = fact.toBuilder().type(MemoryType.EPISODIC).payload(run(i)).build();
      changes.change(SampleRecords.insert(episode, Map.of("word" + i % 5_000, 1)));
      String name = LearnedKeys.keyName(CompetenceStage.NAME, episode.id());
      changes.addKey(new Key(name, LearnedKeys.value(episode, "{}"), episode.id()));
      if (i % BATCH == BATCH - 1) {
        store.commit(changes.build());
        changes = Changeset.builder();
      }
    }
    store.commit(changes.build());
  }
}
