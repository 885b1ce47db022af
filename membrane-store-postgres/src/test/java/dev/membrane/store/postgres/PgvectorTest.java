package dev.membrane.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors.Near;
import dev.membrane.store.postgres.internal.search.PostgresVectors;
import dev.membrane.store.postgres.internal.search.VectorIndexes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When an index of vectors is asked, how much it finds, and what happens without. */
final class PgvectorTest {

  /** An index takes no longer vectors. */
  private static final int MOST_DIMENSIONS = 4_000;

  private static final PostgresVectors.Settings NEVER =
      new PostgresVectors.Settings(Integer.MAX_VALUE, Runnable::run, Duration.ZERO);
  private static final PostgresVectors.Settings ALWAYS = PgvectorStoreTest.ALWAYS;
  private static final String INDEX = "near_1_" + Meanings.DIMENSIONS;
  private static final Filter ALL = Meanings.filter(Sensitivity.HYPER, null, Set.of());

  private static final String LOCKS =
      "SELECT pid FROM pg_locks WHERE relation = 'embedding'::regclass AND ";

  private static final String UNTIL =
      "DO $$ BEGIN WHILE NOT EXISTS (%s) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$";

  /** Keeps a build waiting, and ends its connection once it waits. */
  private static final String END_OF_A_BUILD =
      """
      BEGIN;
      LOCK TABLE embedding IN SHARE MODE;
      %s;
      SELECT pg_terminate_backend(pid) FROM (%s) AS builds;
      COMMIT
      """
          .formatted(UNTIL.formatted(LOCKS + "NOT granted"), LOCKS + "NOT granted");

  private final Meanings meanings = new Meanings();

  private static PostgresStore open(PostgresConfig config, PostgresVectors.Settings settings) {
    return PostgresStore.open(config, PostgresMigrations.ALL, settings);
  }

  private static List<Near> nearest(PostgresStore store, Filter filter, Vector asked) {
    return store.vectors().orElseThrow().nearest(filter, Meanings.MODEL, asked, 10);
  }

  private static boolean isIndexed(PostgresConfig config) {
    return TestDatabase.run(
            config,
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('%s')".formatted(INDEX))
        .equals("t");
  }

  @Test
  void an_index_finds_nearly_all_that_comparing_finds_whatever_the_filter() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore exact = open(config, NEVER);
        PostgresStore indexed = open(config, ALWAYS)) {
      meanings.add(exact, "large", 1_200);
      meanings.add(exact, "small", 300);
      for (Filter filter :
          List.of(
              ALL,
              Meanings.filter(Sensitivity.LOW, null, Set.of()),
              Meanings.filter(Sensitivity.HYPER, Set.of("small"), Set.of()),
              Meanings.filter(Sensitivity.LOW, null, Set.of("rare")))) {
        assertThat(recall(exact, indexed, filter)).as(filter.toString()).isBetween(0.95, 1.0);
      }
    }
    assertThat(isIndexed(config)).isTrue();
    assertThat(scans(config)).isGreaterThanOrEqualTo(4 * 25);
  }

  private double recall(PostgresStore exact, PostgresStore indexed, Filter filter) {
    int found = 0;
    int wanted = 0;
    for (int i = 0; i < 25; i++) {
      Vector asked = meanings.vector();
      List<Near> all = nearest(exact, filter, asked);
      List<Near> some = nearest(indexed, filter, asked);
      assertThat(some).isSortedAccordingTo(Near.NEAREST_FIRST).hasSize(10);
      wanted += all.size();
      found += (int) some.stream().filter(all::contains).count();
    }
    return (double) found / wanted;
  }

  /** Told by the server when the connections are gone. */
  private static long scans(PostgresConfig config) {
    TestDatabase.run(
        config,
        """
        DO $$ BEGIN
          WHILE EXISTS (SELECT FROM pg_locks WHERE locktype = 'relation' AND pid <> pg_backend_pid()
                        AND relation = '%s'::regclass) LOOP
            PERFORM pg_sleep(0.01);
          END LOOP;
        END $$
        """
            .formatted(INDEX));
    return Long.parseLong(
        TestDatabase.run(config, "SELECT pg_stat_get_numscans('%s'::regclass)".formatted(INDEX)));
  }

  @Test
  void few_records_are_compared_one_by_one_and_many_are_indexed_when_first_asked_for() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store =
        open(config, new PostgresVectors.Settings(100, Runnable::run, Duration.ZERO))) {
      meanings.add(store, "large", 300);
      meanings.add(store, "small", 100);
      nearest(
          store, Meanings.filter(Sensitivity.HYPER, Set.of("small"), Set.of()), meanings.vector());
      nearest(store, Meanings.filter(Sensitivity.HYPER, null, Set.of("rare")), meanings.vector());
      assertThat(isIndexed(config)).isFalse();
      nearest(
          store, Meanings.filter(Sensitivity.HYPER, Set.of("large"), Set.of()), meanings.vector());
      assertThat(isIndexed(config)).isTrue();
    }
  }

  @Test
  void if_an_index_finds_too_few_that_pass_all_are_compared() {
    PostgresConfig config = TestDatabase.freshWithHastyPgvector();
    float[] direction = new float[Meanings.DIMENSIONS];
    direction[0] = 1;
    Vector asked = Vector.of(direction.clone());
    direction[0] = -1;
    Vector farthest = Vector.of(direction);
    try (PostgresStore store = open(config, ALWAYS)) {
      meanings.add(store, "near", 300);
      meanings.addOne(store, farthest);
      meanings.addOne(store, farthest);
      Filter far = Meanings.filter(Sensitivity.HYPER, Set.of(Meanings.SCOPE), Set.of());
      assertThat(nearest(store, far, asked)).hasSize(2);
    }
    assertThat(isIndexed(config)).isTrue();
  }

  @Test
  void a_table_from_before_the_extension_gets_what_it_lacks() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store = open(config, NEVER)) {
      meanings.add(store, "scope", 50);
    }
    TestDatabase.run(config, "ALTER TABLE embedding DROP COLUMN direction; DROP FUNCTION halves");
    Vector asked = meanings.vector();
    try (PostgresStore exact = open(config, NEVER);
        PostgresStore indexed = open(config, ALWAYS)) {
      assertThat(nearest(indexed, ALL, asked)).hasSize(10).isEqualTo(nearest(exact, ALL, asked));
    }
    assertThat(isIndexed(config)).isTrue();
  }

  @Test
  void an_extension_that_is_dropped_takes_its_index_along_and_nothing_else() {
    PostgresConfig config = TestDatabase.databaseWithPgvector();
    Vector asked = meanings.vector();
    try (PostgresStore store = open(config, ALWAYS);
        Warnings warnings = new Warnings(VectorIndexes.class)) {
      meanings.add(store, "scope", 50);
      List<Near> before = nearest(store, ALL, asked);
      assertThat(isIndexed(config)).isTrue();
      TestDatabase.run(config, "DROP EXTENSION vector CASCADE");
      assertThat(nearest(store, ALL, asked)).isEqualTo(before);
      assertThat(nearest(store, ALL, asked)).isEqualTo(before);
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith(
              "the index "
                  + INDEX
                  + " could not be built; searches compare all vectors one by one");
      meanings.add(store, "scope", 50);
    }
    try (PostgresStore store = open(config, ALWAYS)) {
      assertThat(nearest(store, ALL, asked)).hasSize(10);
      assertThat(isIndexed(config)).isTrue();
    }
  }

  @Test
  void an_index_that_was_begun_and_not_completed_is_built_anew() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store = open(config, ALWAYS)) {
      meanings.add(store, "scope", 50);
      nearest(store, ALL, meanings.vector());
      TestDatabase.run(
          config,
          "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = '%s'::regclass"
              .formatted(INDEX));
      assertThat(isIndexed(config)).isFalse();
      nearest(store, ALL, meanings.vector());
      assertThat(isIndexed(config)).isTrue();
    }
  }

  @Test
  void an_index_whose_build_lost_its_connection_is_built_anew() throws InterruptedException {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store = open(config, ALWAYS);
        Warnings warnings = new Warnings(VectorIndexes.class)) {
      meanings.add(store, "scope", 50);
      Thread ending = new Thread(() -> TestDatabase.run(config, END_OF_A_BUILD));
      ending.start();
      TestDatabase.run(config, UNTIL.formatted(LOCKS + "granted AND mode = 'ShareLock'"));
      nearest(store, ALL, meanings.vector());
      ending.join();
      nearest(store, ALL, meanings.vector());
      assertThat(isIndexed(config)).isTrue();
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .contains("until it is tried again");
    }
  }

  @Test
  void vectors_that_are_too_long_for_an_index_are_compared_one_by_one() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store = open(config, ALWAYS);
        Warnings warnings = new Warnings(VectorIndexes.class)) {
      Vector longest = meanings.addOne(store, MOST_DIMENSIONS);
      Vector longer = meanings.addOne(store, MOST_DIMENSIONS + 1);
      assertThat(nearest(store, ALL, longest)).hasSize(1);
      assertThat(warnings.messages()).isEmpty();
      assertThat(nearest(store, ALL, longer)).hasSize(1);
      assertThat(nearest(store, ALL, longer)).hasSize(1);
      assertThat(warnings.messages())
          .containsExactly(
              "searches compare vectors of 4001 dimensions one by one, as an index takes 4000 at most");
    }
  }

  @Test
  void the_numbers_of_a_vector_are_those_that_are_indexed() {
    PostgresConfig config = TestDatabase.freshWithPgvector();
    try (PostgresStore store = open(config, NEVER)) {
      // 32767 times 3/5 and 4/5, which two bytes that float keep to the nearest 8 and 16.
      meanings.addOne(store, Vector.of(new float[] {0, 3, -4, -0.0004f}));
    }
    assertThat(TestDatabase.run(config, "SELECT direction FROM embedding"))
        .isEqualTo("[0,19664,-26208,-3]");
  }
}
