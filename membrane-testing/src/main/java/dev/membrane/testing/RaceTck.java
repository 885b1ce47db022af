package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.Caller;
import dev.membrane.Caller.Quota;
import dev.membrane.FailedPreconditionException;
import dev.membrane.Memory;
import dev.membrane.Permission;
import dev.membrane.QuotaExceededException;
import dev.membrane.RecordRequest;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.LifecycleDraft;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.Race;
import dev.membrane.tck.Seed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Many threads that change the same few records through two engines over one store: each record is
 * retired at most once, nothing that was acknowledged is lost, and whoever comes late is told so.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats the calls of a run,
 * though not the order in which they meet.
 */
public abstract class RaceTck {

  private static final int RECORDS = 3;
  private static final int CALLS = 3;
  private static final String WHY = "because";
  private static final Set<AuditAction> ENDS =
      EnumSet.of(AuditAction.REVISE, AuditAction.MERGE, AuditAction.DELETE);

  /** For subclasses. */
  protected RaceTck() {}

  /** Opens a new store that holds nothing. Called once for each test, which also closes it. */
  protected abstract MemoryStore openStore();

  /** How many races to run. */
  protected int rounds() {
    return 60;
  }

  /**
   * A call that is made while others are.
   *
   * @param targets places in the list of records
   */
  private record RacingCall(RacingKind kind, List<Integer> targets) {

    enum RacingKind {
      SUPERSEDE,
      MERGE,
      RETRACT,
      REINFORCE
    }

    static RacingCall random(RandomChoices dice) {
      RacingKind kind = dice.of(RacingKind.values());
      List<Integer> places = dice.shuffled(List.of(0, 1, 2));
      return new RacingCall(kind, places.subList(0, kind == RacingKind.MERGE ? 2 : 1));
    }

    boolean retires(int place) {
      return kind != RacingKind.REINFORCE && targets.contains(place);
    }
  }

  /**
   * How a call ended.
   *
   * @param made the id of the new record; null: none
   */
  private record Result(RacingCall call, boolean won, @Nullable String made) {}

  @Test
  void of_several_revisions_of_one_record_exactly_one_wins(TestInfo test)
      throws InterruptedException {
    RandomChoices dice = new RandomChoices(Seed.of(test));
    int lost = 0;
    try (SharedEngines bench = new SharedEngines(openStore(), 2)) {
      for (int round = 0; round < rounds(); round++) {
        List<String> ids = ingest(bench);
        List<Result> results = race(bench, ids, dice);
        for (int place = 0; place < RECORDS; place++) {
          assertOneEnd(bench, ids.get(place), place, results);
        }
        lost += (int) results.stream().filter(result -> !result.won).count();
      }
      assertThat(bench.verify().broken()).isNull();
    }
    System.out.println(
        "%s: %s races, %s calls lost".formatted(test.getDisplayName(), rounds(), lost));
    assertThat(lost).as("calls that lost").isPositive();
  }

  private static List<String> ingest(SharedEngines bench) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      ids.add(ingest(bench.engine(i), fact().salience(0.5).build()));
    }
    return ids;
  }

  private static String ingest(Memory engine, RecordDraft draft) {
    return engine
        .ingestion()
        .record(RecordRequest.builder().record(draft).source("source").unscoped().build())
        .id();
  }

  private static RecordDraft.Builder fact() {
    return OracleDraft.plain(MemoryType.SEMANTIC).draft().toBuilder().sensitivity(Sensitivity.LOW);
  }

  private static List<Result> race(SharedEngines bench, List<String> ids, RandomChoices dice)
      throws InterruptedException {
    int threads = 2 + dice.below(7);
    List<List<RacingCall>> calls = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      calls.add(List.of(RacingCall.random(dice), RacingCall.random(dice), RacingCall.random(dice)));
    }
    List<List<Result>> results =
        Race.run(threads, i -> () -> makeAll(bench.engine(i), ids, calls.get(i)));
    return results.stream().flatMap(List::stream).toList();
  }

  private static List<Result> makeAll(Memory engine, List<String> ids, List<RacingCall> calls) {
    List<Result> results = new ArrayList<>(CALLS);
    for (RacingCall call : calls) {
      List<String> targets = call.targets.stream().map(ids::get).toList();
      try {
        results.add(new Result(call, true, make(engine, call.kind, targets)));
      } catch (FailedPreconditionException late) {
        results.add(new Result(call, false, null));
      }
    }
    return results;
  }

  private static @Nullable String make(
      Memory engine, RacingCall.RacingKind kind, List<String> targets) {
    String target = targets.get(0);
    RecordDraft draft = fact().sensitivity(null).build();
    switch (kind) {
      case SUPERSEDE -> {
        return engine.revision().supersede(target, draft, WHY).id();
      }
      case MERGE -> {
        return engine.revision().merge(targets, draft, WHY).id();
      }
      case RETRACT -> engine.revision().retract(target, WHY);
      case REINFORCE -> engine.revision().reinforce(target, WHY);
    }
    return null;
  }

  /** A call about one record alone loses only if another has retired that record. */
  private static void assertOneEnd(
      SharedEngines bench, String id, int place, List<Result> results) {
    List<Result> ends =
        results.stream().filter(result -> result.won && result.call.retires(place)).toList();
    boolean isSought =
        results.stream()
            .map(Result::call)
            .anyMatch(call -> call.retires(place) && call.targets.size() == 1);
    assertThat(ends).as("calls that retired one record").hasSizeLessThanOrEqualTo(1);
    assertThat(ends.size()).isGreaterThanOrEqualTo(isSought ? 1 : 0);
    assertRetired(bench, id, ends);
    assertThat(log(bench, id).stream().filter(ENDS::contains)).hasSameSizeAs(ends);
    long raised = results.stream().filter(result -> isReinforcement(result, place)).count();
    assertThat(log(bench, id).stream().filter(AuditAction.REINFORCE::equals)).hasSize((int) raised);
  }

  private static boolean isReinforcement(Result result, int place) {
    return result.won
        && result.call.kind == RacingCall.RacingKind.REINFORCE
        && result.call.targets.contains(place);
  }

  private static void assertRetired(SharedEngines bench, String id, List<Result> ends) {
    MemoryRecord record = bench.store.get(List.of(id)).get(0).record();
    assertThat(record.isRetired()).isEqualTo(!ends.isEmpty());
    if (ends.isEmpty()) {
      return;
    }
    RevisionState state = Objects.requireNonNull(record.revision());
    String successor = ends.get(0).made;
    assertThat(record.salience()).isZero();
    assertThat(state.supersededBy()).isEqualTo(successor);
    assertThat(log(bench, id)).last().matches(ENDS::contains);
    if (successor != null) {
      MemoryRecord made = bench.store.get(List.of(successor)).get(0).record();
      assertThat(made.isRetired()).isFalse();
      assertThat(made.relations()).anyMatch(relation -> relation.targetId().equals(id));
    }
  }

  private static List<AuditAction> log(SharedEngines bench, String id) {
    AuditTrail trail = bench.store.auditLog(id).orElseThrow();
    return trail.entries().stream().map(entry -> entry.action()).toList();
  }

  @Test
  void no_reinforcement_is_lost_among_many_threads() throws InterruptedException {
    int threads = 16;
    int calls = 96;
    try (SharedEngines bench = new SharedEngines(openStore(), 2)) {
      LifecycleDraft gaining = LifecycleDraft.builder().reinforcementGain(0.001).build();
      RecordDraft draft = fact().salience(0.3).lifecycle(gaining).build();
      String id = ingest(bench.engine(0), draft);
      Race.run(
          threads,
          thread ->
              () -> {
                for (int call = thread; call < calls; call += threads) {
                  bench.engine(call).revision().reinforce(id, WHY);
                }
                return true;
              });
      MemoryRecord record = bench.store.get(List.of(id)).get(0).at(bench.clock.instant());
      assertThat(record.salience()).isCloseTo(0.396, within(1e-9));
      assertThat(log(bench, id).stream().filter(AuditAction.REINFORCE::equals)).hasSize(calls);
      assertThat(bench.verify().broken()).isNull();
    }
  }

  @Test
  void a_quota_is_counted_exactly_whoever_writes_and_deletes_at_once() throws InterruptedException {
    int threads = 8;
    int written = 5;
    Caller writer = writer((long) threads * written);
    try (SharedEngines bench = new SharedEngines(openStore(), 2)) {
      Race.run(
          threads,
          thread ->
              () -> {
                for (int call = 0; call < written; call++) {
                  String id = ingest(bench.engine(call), writer);
                  if (call % 2 == 0) {
                    bench.engine(thread).revision().delete(id, WHY);
                  }
                }
                return true;
              });
      int kept = threads * (written / 2);
      for (int more = kept; more < threads * written; more++) {
        ingest(bench.engine(more), writer);
      }
      assertThatThrownBy(() -> ingest(bench.engine(0), writer), "expected QuotaExceededException")
          .isInstanceOf(QuotaExceededException.class);
    }
  }

  @Test
  void a_quota_is_not_exceeded_however_many_write_at_once() throws InterruptedException {
    try (SharedEngines bench = new SharedEngines(openStore(), 2)) {
      assertThat(takenAtOnce(bench, writer(50))).isEqualTo(50);
    }
  }

  @Test
  void a_quota_that_was_lowered_is_not_exceeded_however_many_write_at_once()
      throws InterruptedException {
    try (SharedEngines bench = new SharedEngines(openStore(), 2)) {
      for (int call = 0; call < 45; call++) {
        ingest(bench.engine(call), writer(400));
      }
      assertThat(takenAtOnce(bench, writer(50))).isEqualTo(5);
    }
  }

  private static Caller writer(long records) {
    return Caller.named("writer")
        .permitted(EnumSet.allOf(Permission.class))
        .limitedTo(new Quota(records, Long.MAX_VALUE));
  }

  private int takenAtOnce(SharedEngines bench, Caller writer) throws InterruptedException {
    List<Integer> taken =
        Race.run(
            24,
            thread ->
                () -> {
                  int ofThread = 0;
                  for (int call = 0; call < 4; call++) {
                    ofThread += isTaken(bench.engine(thread), writer) ? 1 : 0;
                  }
                  return ofThread;
                });
    return taken.stream().mapToInt(Integer::intValue).sum();
  }

  private static boolean isTaken(Memory engine, Caller caller) {
    try {
      ingest(engine, caller);
      return true;
    } catch (QuotaExceededException full) {
      return false;
    }
  }

  private static String ingest(Memory engine, Caller caller) {
    RecordRequest request =
        RecordRequest.builder().record(fact().build()).source("source").unscoped().build();
    return engine.as(caller).ingestion().record(request).id();
  }
}
