package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * The best records by live salience, at any instant and for any limit, are those that a plain sort
 * finds: in hundreds of small sets with floors, pins, lines, zeros and equals among them.
 *
 * <p>Random tests print their seed; {@code -Dmembrane.seed=<seed>} repeats a run.
 */
public abstract class TopKTck {

  private static final int LARGEST = 60;
  private static final int QUESTIONS = 2;

  /** For subclasses. */
  protected TopKTck() {}

  /** Opens a new store that holds nothing. */
  protected abstract MemoryStore openStore();

  /** How many sets there are in a build; {@link Trials} multiplies them. */
  protected int sets() {
    return 400;
  }

  /** How many sets share a store, each in a scope of its own. */
  protected int setsPerStore() {
    return 20;
  }

  @Test
  void the_best_are_those_that_a_plain_sort_finds(TestInfo test) {
    Random random = Seed.of(test);
    RandomChoices dice = new RandomChoices(random);
    int asked = 0;
    int total = Trials.of(sets());
    for (int done = 0; done < total; done += setsPerStore()) {
      try (MemoryStore store = openStore()) {
        List<List<Ranked>> sets = insert(store, Math.min(setsPerStore(), total - done), dice);
        for (List<Ranked> set : sets) {
          asked += ask(store, set, dice);
        }
      }
    }
    System.out.println(
        "%s: %s questions to %s sets".formatted(test.getDisplayName(), asked, total));
  }

  private static List<List<Ranked>> insert(MemoryStore store, int count, RandomChoices dice) {
    Changeset.Builder changes = Changeset.builder();
    List<List<Ranked>> sets = new ArrayList<>();
    for (int set = 0; set < count; set++) {
      List<Ranked> records = new ArrayList<>();
      for (int i = 1 + dice.below(LARGEST); i > 0; i--) {
        records.add(Ranked.random(dice, set, records));
      }
      records.forEach(record -> changes.change(insertion(record)));
      sets.add(records);
    }
    store.commit(changes.build());
    return sets;
  }

  private static Change insertion(Ranked ranked) {
    AuditEntry entry = new AuditEntry(AuditAction.CREATE, "test", ranked.createdAt(), "");
    List<AuditLink> links = List.of(new AuditLink(entry, "", "", "", ranked.id()));
    return new Change.Insert(record(ranked), ranked.anchor(), Terms.NONE, links);
  }

  private static MemoryRecord record(Ranked ranked) {
    OracleDecay fading = ranked.fading();
    RecordDraft draft = OracleDraft.plain(ranked.type()).draft();
    return MemoryRecord.builder()
        .id(ranked.id())
        .type(ranked.type())
        .sensitivity(Sensitivity.LOW)
        .confidence(1)
        .salience(ranked.anchor().salience())
        .scope(ranked.scope())
        .createdAt(ranked.createdAt())
        .updatedAt(ranked.createdAt())
        .lifecycle(
            new Lifecycle(
                new DecayProfile(
                    fading.linear() ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL,
                    fading.halfLife(),
                    fading.floor() == 0 ? null : Double.valueOf(fading.floor()),
                    null,
                    null),
                ranked.createdAt(),
                fading.pinned(),
                DeletionPolicy.AUTO_PRUNE))
        .provenance(Objects.requireNonNull(draft.provenance()))
        .payload(Objects.requireNonNull(draft.payload()))
        .build();
  }

  private static int ask(MemoryStore store, List<Ranked> set, RandomChoices dice) {
    for (int i = 0; i < QUESTIONS; i++) {
      Instant at = Ranked.instant(dice, dice.of(set));
      int limit = dice.oneIn(4) ? dice.of(1, set.size(), 100) : 1 + dice.below(set.size());
      Visibility scope = new Visibility(Sensitivity.HYPER, Set.of(set.get(0).scope()));
      Filter filter = Filter.of(scope, at).withRedacted(true);
      assertBest(store.search(filter, limit), set, at, limit);
    }
    return QUESTIONS;
  }

  private static void assertBest(List<Hit> hits, List<Ranked> set, Instant at, int limit) {
    Map<String, Ranked> byId = new LinkedHashMap<>();
    set.forEach(record -> byId.put(record.id(), record));
    List<Ranked> found = new ArrayList<>();
    for (Hit hit : hits) {
      Ranked ranked = Objects.requireNonNull(byId.get(hit.id()), hit.id());
      assertThat(hit.salience() - ranked.live(at))
          .as("salience of %s", ranked)
          .isBetween(-1e-9, 1e-9);
      found.add(ranked);
    }
    assertThat(found).as("at %s, limit %s", at, limit).hasSize(Math.min(limit, set.size()));
    assertThat(new HashSet<>(found)).hasSameSizeAs(found);
    for (int i = 1; i < found.size(); i++) {
      assertOrder(found.get(i - 1), found.get(i), at);
    }
    Ranked last = found.get(found.size() - 1);
    Set<Ranked> others = new HashSet<>(set);
    found.forEach(others::remove);
    others.forEach(other -> assertOrder(last, other, at));
  }

  private static void assertOrder(Ranked before, Ranked after, Instant at) {
    if (!before.mayPrecede(after, at)) {
      throw new AssertionError("%s before %s at %s".formatted(before, after, at));
    }
  }

  /** A record as far as its rank goes. */
  private record Ranked(
      String id,
      MemoryType type,
      String scope,
      OracleDecay fading,
      Anchor anchor,
      Instant createdAt) {

    private static final double ROUNDING = 1e-9;

    /** From few values, so that equals are frequent, and often the very same as another. */
    static Ranked random(RandomChoices dice, int set, List<Ranked> others) {
      String id =
          "01957b3c-%04x-7000-8000-%012x".formatted(set, dice.below(1 << 30) * 64L + others.size());
      Instant created = TestClock.START.minusSeconds(3600L * dice.below(500));
      Anchor own = new Anchor(OracleDraft.salience(dice), dice.oneIn(3) ? created : moment(dice));
      boolean isTwin = !others.isEmpty() && dice.oneIn(3);
      Ranked twin = isTwin ? dice.of(others) : null;
      return new Ranked(
          id,
          dice.of(MemoryType.values()),
          "set " + set,
          twin == null
              ? OracleDraft.whole(dice).fading(Oracle.usual(MemoryType.WORKING))
              : twin.fading,
          twin == null || dice.oneIn(3) ? own : twin.anchor,
          twin == null || dice.oneIn(2) ? created : twin.createdAt);
    }

    private static Instant moment(RandomChoices dice) {
      return TestClock.START.minusNanos(1_000L * dice.below(2_000_000_000));
    }

    /** Before and long after everything, in between, and right at an anchor. */
    static Instant instant(RandomChoices dice, Ranked some) {
      return switch (dice.below(5)) {
        case 0 -> TestClock.START.minusSeconds(dice.below(3_000_000));
        case 1 -> some.anchor.at().plusSeconds(dice.of(0L, 1L, some.fading.halfLife() % 1_000_000));
        case 2 -> TestClock.START.plusSeconds(86_400L * dice.below(40_000));
        default -> TestClock.START.plusNanos(1_000L * dice.below(2_000_000_000));
      };
    }

    double live(Instant at) {
      return fading.salience(anchor.salience(), anchor.at(), at);
    }

    private double log2(Instant at) {
      return fading.log2(anchor.salience(), anchor.at(), at);
    }

    /** Whether this may come before another: what is within rounding may be either way. */
    boolean mayPrecede(Ranked other, Instant at) {
      if (isEqual(other, at)) {
        int byAge = other.createdAt.compareTo(createdAt);
        return byAge < 0 || (byAge == 0 && id.compareTo(other.id) < 0);
      }
      double mine = log2(at);
      double theirs = other.log2(at);
      return mine >= theirs || mine > theirs - ROUNDING * Math.max(1, Math.abs(theirs));
    }

    /** Whether both have the same live salience to the last bit, however it is computed. */
    private boolean isEqual(Ranked other, Instant at) {
      boolean isTwin = fading.equals(other.fading) && anchor.equals(other.anchor);
      return isTwin || (isAtRest(at) && other.isAtRest(at) && live(at) == other.live(at));
    }

    private boolean isAtRest(Instant at) {
      return fading.isAtRest(anchor.salience(), anchor.at(), at);
    }
  }
}
