package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.schema.ValidityMode;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of spaces changes no answer, whatever is written between the questions. */
final class TopRowsTest {

  private static final int STEPS = 250;
  private static final int SECONDS = 40_000;

  @TempDir private Path folder;

  @Test
  void the_most_salient_are_those_of_a_plain_sort_while_records_come_change_and_go(TestInfo test) {
    Random random = Seed.of(test);
    Map<String, Long> versions = new HashMap<>();
    try (SqliteStore file = SqliteStore.open(folder.resolve("membrane.db"));
        InMemoryStore memory = new InMemoryStore()) {
      for (int step = Trials.of(STEPS); step > 0; step--) {
        Changeset changes = changes(random, versions);
        file.commit(changes);
        memory.commit(changes);
        for (int i = 0; i < 3; i++) {
          Filter filter = filter(random);
          int limit = 1 + random.nextInt(34);
          assertThat(file.search(filter, limit))
              .as("%s of %s", limit, filter)
              .isEqualTo(memory.search(filter, limit));
        }
      }
    }
  }

  private static Changeset changes(Random random, Map<String, Long> versions) {
    Changeset.Builder changes = Changeset.builder();
    List<String> known = new ArrayList<>(versions.keySet());
    int kind = random.nextInt(4);
    if (kind < 2 || known.isEmpty()) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        MemoryRecord added = record(random, versions.size() + 1);
        versions.put(added.id(), 1L);
        changes.change(new Change.Insert(added, anchor(random), Terms.NONE, List.<AuditLink>of()));
      }
      return changes.build();
    }
    String id = known.get(random.nextInt(known.size()));
    long version = versions.get(id);
    if (version == 0) {
      return changes.build();
    }
    if (kind == 2 || random.nextInt(3) > 0) {
      int number = Integer.parseInt(id.substring(24), 16);
      versions.put(id, version + 1);
      return changes
          .change(
              new Change.Replace(
                  version, record(random, number), anchor(random), Terms.NONE, "", List.of()))
          .build();
    }
    versions.put(id, 0L);
    return changes.change(new Change.Delete(id, version, List.of())).build();
  }

  /** Most are in one space; few values, so that equals are frequent. */
  private static MemoryRecord record(Random random, int number) {
    Instant created = SampleRecords.START.plusSeconds(random.nextInt(3));
    String scope = random.nextInt(3) > 0 ? "here" : random.nextBoolean() ? "there" : null;
    Double floor = random.nextInt(3) > 0 ? null : (Double) (random.nextInt(4) / 8.0);
    DecayProfile decay =
        new DecayProfile(
            DecayCurve.EXPONENTIAL, random.nextBoolean() ? 3_600 : 86_400, floor, null, null);
    return SampleRecords.fact(number, scope, created).toBuilder()
        .sensitivity(random.nextInt(4) > 0 ? Sensitivity.LOW : Sensitivity.MEDIUM)
        .lifecycle(new Lifecycle(decay, created, random.nextInt(9) == 0, DeletionPolicy.AUTO_PRUNE))
        .payload(
            new SemanticPayload(
                "subject",
                "says",
                new JsonString("something"),
                validity(random),
                List.of(),
                null,
                null))
        .build();
  }

  private static Validity validity(Random random) {
    return random.nextInt(5) > 0
        ? Validity.global()
        : new Validity(ValidityMode.TIMEBOXED, null, instant(random), null);
  }

  private static Anchor anchor(Random random) {
    double salience = random.nextInt(8) / 7.0;
    return new Anchor(salience, random.nextInt(3) == 0 ? SampleRecords.START : instant(random));
  }

  private static Instant instant(Random random) {
    return SampleRecords.START.plusSeconds(random.nextInt(SECONDS) - SECONDS / 2);
  }

  private static Filter filter(Random random) {
    @Nullable Set<String> scopes =
        random.nextInt(3) == 0 ? null : Set.of(random.nextInt(3) > 0 ? "here" : "there");
    Visibility visibility =
        new Visibility(random.nextBoolean() ? Sensitivity.LOW : Sensitivity.MEDIUM, scopes);
    double least = random.nextInt(4) == 0 ? 0.2 : 0;
    return new Filter(
        visibility,
        random.nextBoolean(),
        Set.of(MemoryType.SEMANTIC),
        false,
        Set.of(),
        null,
        null,
        least,
        instant(random),
        instant(random));
  }
}
