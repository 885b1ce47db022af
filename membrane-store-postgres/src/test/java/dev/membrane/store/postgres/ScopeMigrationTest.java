package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Statistics;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A schema in which all writers took turns becomes one in which those of a scope do. */
final class ScopeMigrationTest {

  private static final List<String> WORDS = List.of("go", "language", "editor");
  private static final Instant AT = Instant.parse("2100-01-01T00:00:00Z");

  private final PostgresConfig config = TestDatabase.freshWithoutPgvector();

  private record Seen(RecordCounts terms, Statistics statistics, String places) {}

  @Test
  void a_migrated_schema_counts_as_before_and_goes_on() {
    try (Membrane membrane = open()) {
      observe(membrane, "prefers_language", "Go");
      observe(membrane, "prefers_editor", "vi");
      Memory one = membrane.as(Caller.named("agent").in("scope-1"));
      String gone = one.ingestion().observe("agent", "user", "speaks", "Czech").id();
      one.revision().retract(gone, "not true");
    }
    Seen before = seen();
    TestDatabase.run(config, EarlierSchema.OF_VERSION_5);
    Seen after = seen();
    // Means may be added up in another order.
    assertThat(after)
        .usingRecursiveComparison()
        .withComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1, Double.class)
        .isEqualTo(before);
    try (Membrane membrane = open()) {
      observe(membrane, "prefers_language", "Go");
    }
    seen();
  }

  private Membrane open() {
    return Membrane.builder()
        .backgroundJobs(false)
        .openStore(() -> PostgresStore.open(config))
        .build();
  }

  private static void observe(Memory membrane, String predicate, String value) {
    for (int scope = 0; scope < 3; scope++) {
      membrane
          .as(Caller.named("agent").in("scope-" + scope))
          .ingestion()
          .observe("agent", "user", predicate, value);
    }
  }

  private Seen seen() {
    try (PostgresStore store = PostgresStore.open(config)) {
      assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
      return new Seen(
          store.termStatistics(Visibility.ALL, WORDS),
          store.statistics(AT),
          TestDatabase.run(
              config, "SELECT string_agg(p::text, ';' ORDER BY id) FROM record_scope p"));
    }
  }
}
