package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import dev.membrane.tck.Trials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/**
 * Counts the instructions of SQLite's virtual machine that the frequent reads take, in a small
 * database and in one twenty times its size, with {@code -Plong} a hundred times.
 */
final class QueryWorkTest {

  private static final int SMALL = 1_000;
  private static final int LARGE = Trials.of(10_000);
  private static final int OWN = 200;
  private static final Visibility OWN_SCOPE = new Visibility(Sensitivity.HIGH, Set.of("own"));
  private static final Set<MemoryType> ALL_TYPES = Set.of(MemoryType.values());

  private static final Instant AT = SampleRecords.START.plusSeconds(86_400);
  private static final String MAX = "on nine of ten";
  private static final String MANY = "on eight of ten";
  private static final String FEW = "on one of fifty";

  private static final Filter RUN = Filter.of(Visibility.ALL, AT).withEpisode("run");

  private static final String MODEL = "model";
  private static final Vector MEANING = Vector.of(new float[] {1, 2});

  /** A record of the own scope, whatever the size. */
  private static final List<String> FIRST = List.of(SampleRecords.id(0));

  /** A record of others, whatever the size, with at least four of its scope before and after. */
  private static final List<String> OF_OTHERS = List.of(SampleRecords.id(502));

  /** What is only read is written once for all tests. */
  @TempDir private static Path folder;

  @Test
  void frequent_reads_take_no_more_work_in_a_large_database() {
    Map<String, Long> small = work(SMALL);
    Map<String, Long> large = work(LARGE);
    System.out.println("instructions at " + SMALL + ": " + small);
    System.out.println("instructions at " + LARGE + ": " + large);
    assertThat(small).allSatisfy((read, steps) -> assertThat(steps).as(read).isGreaterThan(20));
    assertThat(large)
        .allSatisfy(
            (read, steps) -> assertThat(steps).as(read).isLessThanOrEqualTo(2 * small.get(read)));
  }

  @Test
  void of_several_tags_the_rarest_is_read() {
    try (SqliteStore store = load(10 * SMALL)) {
      long common = steps(store, s -> tagged(s, ALL_TYPES, 0, MANY, MAX));
      assertThat(steps(store, s -> tagged(s, ALL_TYPES, 0, MANY, FEW, MAX))).isLessThan(2 * common);
    }
  }

  @Test
  void the_counter_sees_a_scan() {
    try (SqliteStore store = load(SMALL)) {
      assertThat(steps(store, s -> s.auditLogs("", SMALL))).isGreaterThan(10L * SMALL);
    }
  }

  @Test
  void metrics_do_not_scan_the_records() {
    try (SqliteStore store = load(LARGE)) {
      for (Duration age : List.of(Duration.ZERO, Duration.ofHours(7), Duration.ofDays(900))) {
        Instant at = SampleRecords.START.plus(age);
        assertThat(steps(store, s -> s.statistics(at))).isLessThan(LARGE);
      }
    }
  }

  private static Map<String, Consumer<SqliteStore>> reads() {
    Map<String, Consumer<SqliteStore>> reads = new LinkedHashMap<>();
    // Another one each time, for what was read is remembered.
    AtomicInteger next = new AtomicInteger();
    reads.put("get", store -> store.get(List.of(SampleRecords.id(next.incrementAndGet()))));
    reads.put("key", store -> store.find(List.of("key " + next.incrementAndGet())));
    for (Visibility visibility : List.of(Visibility.ALL, OWN_SCOPE)) {
      String who = visibility.scopes() == null ? " of all" : " of one scope";
      reads.put("top 10" + who, store -> top(store, visibility, ALL_TYPES));
      reads.put("top 10 facts" + who, store -> top(store, visibility, Set.of(MemoryType.SEMANTIC)));
      reads.put("the first to arrive" + who, store -> arrived(store, visibility, ""));
      reads.put(
          "those that arrived next" + who,
          store -> arrived(store, visibility, SampleRecords.id(SMALL / 2)));
      reads.put(
          "statistics" + who, store -> store.termStatistics(visibility, List.of("mid", "rare")));
    }
    reads.put("top 10 of a tag", store -> tagged(store, ALL_TYPES, 0, FEW));
    reads.put("top 10 of two tags", store -> tagged(store, ALL_TYPES, 0, MANY, MAX));
    reads.put(
        "top 10 facts of a tag from 0.1 on",
        store -> tagged(store, Set.of(MemoryType.SEMANTIC), 0.1, FEW));
    reads.put("top 10 of an episode", store -> top(store, RUN));
    reads.put(
        "a word in an episode", store -> assertThat(candidates(store, RUN, "all")).hasSize(10));
    reads.put("nearest in an episode", store -> nearest(store, RUN));
    reads.put("a rare word in a scope", store -> candidates(store, "rare"));
    reads.put("a word in a scope", store -> candidates(store, "mid"));
    reads.put("two words in a scope", store -> candidates(store, "rare", "all"));
    reads.put("neighbours", store -> neighbours(store, OWN_SCOPE, FIRST, 1));
    reads.put("neighbours within reach", store -> neighbours(store, OWN_SCOPE, FIRST, 12));
    reads.put("in a scope that grows", store -> neighbours(store, Visibility.ALL, OF_OTHERS, 4));
    reads.put("nearest in a scope", store -> nearest(store, filter(OWN_SCOPE, ALL_TYPES)));
    reads.put("how near some are", store -> vectors(store).cosines(MODEL, MEANING, FIRST));
    return reads;
  }

  private static void neighbours(
      SqliteStore store, Visibility visibility, List<String> ids, int reach) {
    assertThat(store.neighbours(filter(visibility, ALL_TYPES), ids, reach)).hasSize(1);
  }

  private static void arrived(SqliteStore store, Visibility visibility, String after) {
    Filter filter = filter(visibility, ALL_TYPES);
    assertThat(store.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, after, 10)))
        .hasSize(10);
  }

  private static void nearest(SqliteStore store, Filter filter) {
    assertThat(vectors(store).nearest(filter, MODEL, MEANING, 10)).hasSize(10);
  }

  private static Vectors vectors(SqliteStore store) {
    return store.vectors().orElseThrow();
  }

  private static void top(SqliteStore store, Visibility visibility, Set<MemoryType> types) {
    top(store, filter(visibility, types));
  }

  private static void tagged(
      SqliteStore store, Set<MemoryType> types, double least, String... tags) {
    top(store, filter(Visibility.ALL, types).withTags(Set.of(tags)).withMinSalience(least));
  }

  private static void top(SqliteStore store, Filter filter) {
    assertThat(store.search(filter, 10)).hasSize(10);
  }

  private static void candidates(SqliteStore store, String... terms) {
    assertThat(candidates(store, filter(OWN_SCOPE, ALL_TYPES), terms)).isNotEmpty();
  }

  private static List<Hit> candidates(SqliteStore store, Filter filter, String... terms) {
    return store.search(filter, List.of(terms), 50);
  }

  private static Filter filter(Visibility visibility, Set<MemoryType> types) {
    return Filter.of(visibility, AT).withRedacted(true).withTypes(types);
  }

  private static Map<String, Long> work(int size) {
    Map<String, Long> work = new LinkedHashMap<>();
    try (SqliteStore store = load(size)) {
      reads().forEach((name, read) -> work.put(name, steps(store, read)));
    }
    return work;
  }

  private static SqliteStore load(int size) {
    Path file = folder.resolve("size" + size + ".db");
    boolean isLoaded = Files.exists(file);
    SqliteStore store = SqliteStore.open(file);
    if (!isLoaded) {
      fill(store, size);
    }
    return store;
  }

  /**
   * The own scope always has the same records; the rest are other people's. A tenth of all have the
   * very same anchor, as after an import, so that the ranking ends among thousands of equals. A
   * quarter of all are linear; at the instant asked about these are on top.
   */
  private static void fill(SqliteStore store, int size) {
    Changeset.Builder changeset = Changeset.builder();
    for (int i = 0; i < size; i++) {
      changeset.change(SampleRecords.insert(record(i, size), terms(i, size)));
      changeset.embed(new Embedding(SampleRecords.id(i), MODEL, MEANING));
      if (i % 1000 == 999) {
        store.commit(changeset.build());
        changeset = Changeset.builder();
      }
    }
    addRun(store, size);
  }

  private static void addRun(SqliteStore store, int size) {
    Changeset.Builder changeset = Changeset.builder();
    for (int i = size; i < size + 10; i++) {
      MemoryRecord part =
          record(i, size).toBuilder()
              .scope("run")
              .type(MemoryType.EPISODIC)
              .payload(EpisodicPayload.of(List.of(), List.of()).under("run"))
              .build();
      changeset.change(SampleRecords.insert(part, terms(i, size)));
      changeset.embed(new Embedding(SampleRecords.id(i), MODEL, MEANING));
    }
    store.commit(changeset.build());
  }

  private static MemoryRecord record(int number, int size) {
    String scope = number % (size / OWN) == 0 ? "own" : "other " + number % 100;
    DecayCurve curve = ofScope(number, size) % 4 == 1 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    Instant createdAt = SampleRecords.START.plusMillis(number % 10);
    return SampleRecords.fact(number, scope, createdAt, curve).toBuilder()
        .tags(tags(number))
        .build();
  }

  /** Independent of everything else. */
  private static List<String> tags(int number) {
    int drawn = new Random(number).nextInt(1_000);
    List<String> tags = new ArrayList<>();
    if (drawn % 10 > 0) {
      tags.add(MAX);
    }
    if (drawn % 10 > 1) {
      tags.add(MANY);
    }
    if (drawn % 50 == 7) {
      tags.add(FEW);
    }
    return tags;
  }

  private static Map<String, Integer> terms(int number, int size) {
    int ofScope = ofScope(number, size);
    String own = ofScope % 40 == 0 ? "rare" : ofScope % 4 == 0 ? "mid" : "plain";
    return Map.of("all", 1, own, 2, "word" + number % 5000, 1);
  }

  private static int ofScope(int number, int size) {
    return number / (size / OWN);
  }

  static long steps(SqliteStore store, Consumer<SqliteStore> read) {
    // Once beforehand, as preparing statements reads the schema.
    read.accept(store);
    AtomicLong steps = new AtomicLong();
    counting(store, steps, () -> read.accept(store));
    return steps.get();
  }

  static void counting(SqliteStore store, AtomicLong steps, Runnable reading) {
    onConnection(store, connection -> count(connection, steps));
    reading.run();
    onConnection(store, QueryWorkTest::stopCounting);
  }

  /** The pool hands out the connection used last, so that the next read of this thread has it. */
  private static void onConnection(SqliteStore store, Consumer<Connection> action) {
    store
        .readers()
        .read(
            rows -> {
              rows.each(row -> action.accept(row.getStatement().getConnection()), "SELECT 1");
              return true;
            });
  }

  private static void count(Connection connection, AtomicLong steps) {
    try {
      ProgressHandler.setHandler(
          connection,
          1,
          new ProgressHandler() {
            @Override
            protected int progress() {
              steps.incrementAndGet();
              return 0;
            }
          });
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void stopCounting(Connection connection) {
    try {
      ProgressHandler.clearHandler(connection);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }
}
