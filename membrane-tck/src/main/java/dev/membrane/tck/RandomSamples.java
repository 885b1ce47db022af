package dev.membrane.tck;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random records from few values each, so that ties, clashes and matches are frequent. */
final class RandomSamples {

  static final List<String> WORDS =
      List.of("apple", "pear", "plum", "fig", "quince", "Pear", "péar", "梨", "🍐", "a\"b", "x*");

  private static final List<String> SCOPES = List.of("alpha", "beta", "gamma");
  private static final List<String> TAGS = List.of("red", "green", "blue");
  private static final List<String> THREADS = List.of("thread-1", "thread-2");
  private static final List<String> EPISODES = List.of("run-1", "run_1", "Run-1");
  private static final List<Long> HALF_LIVES = List.of(1L, 3600L, 86_400L, 2_592_000L);
  private static final List<Double> FLOORS = List.of(0.0, 0.001, 0.25, 0.5, 1.0);
  private static final List<Double> SALIENCES =
      List.of(0.0, 1e-300, 0.25, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0, 3.5);

  private final Samples samples = new Samples();
  private final Random random;

  RandomSamples(Random random) {
    this.random = random;
  }

  List<Sample> next(int count) {
    return IntStream.range(0, count).mapToObj(i -> next()).toList();
  }

  Sample next() {
    return again(samples.fact());
  }

  /** Another state of the same record: only the id stays. */
  Sample again(Sample before) {
    Instant created = instant();
    Instant anchored = random.nextInt(3) == 0 ? instant() : created;
    Sample made = samples.of(payload());
    return new Sample(
        made.with(
                builder ->
                    builder
                        .id(before.id())
                        .sensitivity(oneOf(Sensitivity.values()))
                        .confidence(random.nextDouble())
                        .scope(random.nextInt(4) == 0 ? null : oneOf(SCOPES))
                        .tags(someOf(TAGS))
                        .createdAt(created)
                        .lifecycle(lifecycle()))
            .record(),
        new Anchor(salience(), anchored),
        terms(),
        audit());
  }

  Lifecycle lifecycle() {
    DecayCurve curve = random.nextInt(4) == 0 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    long halfLife = random.nextInt(3) == 0 ? 1 + random.nextInt(10_000_000) : oneOf(HALF_LIVES);
    @Nullable Double floor = random.nextInt(3) == 0 ? oneOf(FLOORS) : null;
    Lifecycle base = Samples.decaying(curve, halfLife, floor);
    DecayProfile decay = base.decay();
    return new Lifecycle(
        decay, base.lastReinforcedAt(), random.nextInt(10) == 0, base.deletionPolicy());
  }

  double salience() {
    return random.nextInt(3) == 0 ? random.nextDouble() : oneOf(SALIENCES);
  }

  /** Within the sixty days before the start, often the same hour as another. */
  Instant instant() {
    Instant hour = Samples.START.minusSeconds(3600L * random.nextInt(60 * 24));
    return random.nextInt(3) == 0 ? hour.plusNanos(1000L * random.nextInt(1_000_000)) : hour;
  }

  Terms terms() {
    Map<String, Integer> counts = new HashMap<>();
    someOf(WORDS).forEach(word -> counts.put(word, 1 + random.nextInt(3)));
    if (random.nextInt(5) == 0) {
      return Terms.NONE;
    }
    return random.nextBoolean()
        ? new Terms(counts)
        : new Terms(counts, "m=" + random.nextInt(100) + "/" + counts.size());
  }

  private List<AuditLink> audit() {
    return IntStream.range(0, random.nextInt(3))
        .mapToObj(i -> Sample.link(Sample.entry(oneOf(AuditAction.values()), "entry " + i)))
        .toList();
  }

  private Payload payload() {
    return switch (oneOf(MemoryType.values())) {
      case EPISODIC -> Payloads.episode(random.nextInt(3) == 0 ? null : oneOf(EPISODES));
      case WORKING -> Payloads.working(oneOf(THREADS), revision());
      case SEMANTIC -> Payloads.fact("s", "p", validity(), revision());
      case COMPETENCE -> revised(Payloads.skill(performance()));
      case PLAN_GRAPH -> revised(Payloads.plan(metrics()));
    };
  }

  private Payload revised(RevisablePayload payload) {
    return random.nextBoolean() ? payload : payload.withRevision(someRevision());
  }

  private @Nullable PerformanceStats performance() {
    return random.nextBoolean()
        ? new PerformanceStats(1, 1, random.nextDouble(), null, null)
        : null;
  }

  private @Nullable PlanMetrics metrics() {
    return random.nextBoolean() ? new PlanMetrics(null, 0, random.nextInt(50), null) : null;
  }

  private @Nullable RevisionState revision() {
    return random.nextBoolean() ? null : someRevision();
  }

  private RevisionState someRevision() {
    RevisionStatus status = oneOf(RevisionStatus.values());
    return switch (random.nextInt(4)) {
      case 0 -> new RevisionState(null, "successor", null);
      case 1 -> new RevisionState("predecessor", null, status);
      case 2 -> new RevisionState(null, "successor", status);
      default -> new RevisionState(null, null, status);
    };
  }

  private Validity validity() {
    return switch (random.nextInt(5)) {
      case 0 -> Payloads.timebox(null, instant());
      case 1 -> Payloads.timebox(instant(), null);
      case 2 -> Payloads.timebox(instant(), instant());
      case 3 -> Payloads.timebox(null, null);
      default -> Validity.global();
    };
  }

  Filter filter() {
    Instant at = instant();
    return new Filter(
        visibility(),
        random.nextBoolean(),
        random.nextInt(3) == 0 ? types() : Set.of(MemoryType.values()),
        random.nextBoolean(),
        random.nextInt(3) == 0 ? Set.copyOf(someOf(TAGS)) : Set.of(),
        random.nextInt(6) == 0 ? oneOf(THREADS) : null,
        random.nextInt(4) == 0 ? oneOf(EPISODES) : null,
        random.nextInt(3) == 0 ? salience() : 0,
        at,
        at);
  }

  Visibility visibility() {
    return new Visibility(
        oneOf(Sensitivity.values()), random.nextInt(3) == 0 ? null : Set.copyOf(someOf(SCOPES)));
  }

  private Set<MemoryType> types() {
    Set<MemoryType> types = new HashSet<>(someOf(Arrays.asList(MemoryType.values())));
    types.add(oneOf(MemoryType.values()));
    return types;
  }

  List<String> someWords() {
    List<String> words = new ArrayList<>(someOf(WORDS));
    words.add("unheard-of");
    return words;
  }

  @SafeVarargs
  final <T> T oneOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Each with one chance in two, in random order. */
  <T> List<T> someOf(List<T> values) {
    List<T> some = new ArrayList<>(values);
    some.removeIf(value -> random.nextBoolean());
    Collections.shuffle(some, random);
    return some;
  }
}
