package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.memory.InMemoryStore;
import dev.membrane.store.sqlite.SqliteConfig.Synchronous;
import dev.membrane.store.sqlite.internal.session.Connections;
import dev.membrane.store.sqlite.internal.session.Sql;
import dev.membrane.tck.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether its tags wait or are in the lists, a record is found by them alike. */
final class RecentTagsTest {

  private static final int STEPS = 600;
  private static final List<String> TAGS = List.of("red", "green", "two words");

  @TempDir private Path folder;

  /** What was last written of the records that there are, by id, and their versions. */
  private final Map<String, MemoryRecord> records = new LinkedHashMap<>();

  private final Map<String, Long> versions = new LinkedHashMap<>();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void records_are_found_as_in_memory(boolean isEncrypted, TestInfo test) throws Exception {
    Random random = Seed.of(test);
    SqliteConfig config = new SqliteConfig(folder.resolve("tags.db"), Synchronous.NORMAL);
    SqliteConfig given =
        isEncrypted ? config.encryptedWith(KeyFiles.make(folder.resolve("key"))) : config;
    InMemoryStore expected = new InMemoryStore();
    SqliteStore store = SqliteStore.open(given);
    try {
      for (int step = 0; step < STEPS; step++) {
        Changeset changeset = next(step, random);
        expected.commit(changeset);
        store.commit(changeset);
        if (step % 20 == 0) {
          assertSame(store, expected, random);
        }
        if (step % 150 == 149) {
          assertThat(StoreFaults.of(store)).isEmpty();
          store.close();
          store = SqliteStore.open(given);
          assertSame(store, expected, random);
        }
      }
    } finally {
      store.close();
    }
    assertThat(number("SELECT count(*) FROM tag_recent")).isBetween(0L, (long) STEPS / 2);
    assertThat(number("SELECT count(*) FROM tag_rank")).isGreaterThan(50);
    assertThat(number("SELECT count(*) FROM tag_rest")).isPositive();
    assertThat(number("SELECT count(*) FROM tag_drift")).isPositive();
  }

  @Test
  void many_records_with_two_tags_are_found_in_the_lists_and_among_the_recent() throws Exception {
    InMemoryStore expected = new InMemoryStore();
    try (SqliteStore store =
        SqliteStore.open(new SqliteConfig(folder.resolve("tags.db"), Synchronous.NORMAL))) {
      for (int first = 0; first < 1_300; first += 100) {
        Changeset.Builder changes = Changeset.builder();
        for (int number = first; number < first + 100; number++) {
          List<String> tags = number % 3 == 0 ? List.of("red") : List.of("red", "green");
          MemoryRecord record =
              SampleRecords.fact(number, "scope", SampleRecords.START.plusSeconds(number));
          changes.change(insert(record.toBuilder().tags(tags).build(), 1));
        }
        expected.commit(changes.build());
        store.commit(changes.build());
      }
      Filter filter =
          Filter.of(Visibility.ALL, SampleRecords.START.plusSeconds(2_000))
              .withTypes(Set.of(MemoryType.SEMANTIC))
              .withTags(Set.of("red", "green"));
      assertThat(found(store, filter, 1_000))
          .hasSize(866)
          .isEqualTo(found(expected, filter, 1_000));
    }
    assertThat(number("SELECT count(DISTINCT rid) FROM tag_recent")).isBetween(1L, 600L);
    assertThat(number("SELECT count(DISTINCT rid) FROM tag_rank")).isGreaterThan(600);
  }

  @Test
  void a_wrong_row_of_the_lists_keeps_nobody_from_writing() throws Exception {
    SqliteConfig config = new SqliteConfig(folder.resolve("tags.db"), Synchronous.NORMAL);
    try (SqliteStore store = SqliteStore.open(config)) {
      store.commit(inserting(0, 500, TAGS));
      assertThat(number("SELECT count(*) FROM tag_recent")).isZero();
      store.commit(inserting(500, 1, TAGS));
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("tags.db"));
        Statement damage = connection.createStatement()) {
      damage.executeUpdate(
          "INSERT INTO tag_recent SELECT space, tag, rid FROM tag_rank WHERE rid = 1");
    }
    try (SqliteStore store = SqliteStore.open(config)) {
      store.commit(inserting(501, 500, TAGS));
      assertThat(number("SELECT count(*) FROM tag_recent")).isZero();
      assertThat(StoreFaults.of(store)).isEmpty();
    }
  }

  @Test
  void a_commit_does_not_write_the_lists_of_its_tags() throws Exception {
    long without = logged("without.db", List.of());
    long with = logged("with.db", TAGS);
    assertThat(with).isGreaterThan(without);
    // Three tags of 32 records have 192 places in the lists.
    assertThat(with - without).isLessThan(100 * 4096);
  }

  /** Bytes that the log has of a commit of 32 records, on average, once there are thousands. */
  private long logged(String name, List<String> tags) throws IOException {
    Path file = folder.resolve(name);
    try (SqliteStore store = SqliteStore.open(new SqliteConfig(file, Synchronous.NORMAL))) {
      int number = 0;
      while (number < 4_000) {
        store.commit(inserting(number, 500, tags));
        number += 500;
      }
      Path log = folder.resolve(name + "-wal");
      long before = Files.size(log);
      int commits = 0;
      while (commits < 20) {
        store.commit(inserting(number, 32, tags));
        number += 32;
        commits++;
      }
      return (Files.size(log) - before) / commits;
    }
  }

  private static Changeset inserting(int first, int count, List<String> tags) {
    Changeset.Builder changes = Changeset.builder();
    for (int number = first; number < first + count; number++) {
      Instant at = SampleRecords.START.plusSeconds(number);
      MemoryRecord.Builder record =
          SampleRecords.fact(number, "scope " + number % 8, at).toBuilder();
      int group = number / 8 % 50;
      record.tags(tags.stream().map(tag -> tag + " " + group).toList());
      changes.change(insert(record.build(), 1));
    }
    return changes.build();
  }

  private Changeset next(int step, Random random) {
    Changeset.Builder changes = Changeset.builder();
    int dice = records.isEmpty() ? 0 : random.nextInt(10);
    if (dice < 5) {
      MemoryRecord record = drawn(step, random);
      changes.change(insert(record, random.nextDouble()));
      put(record, 1);
    } else {
      List<String> ids = new ArrayList<>(records.keySet());
      String id = ids.get(random.nextInt(ids.size()));
      long version = Objects.requireNonNull(versions.get(id));
      if (dice == 9) {
        changes.change(new Change.Delete(id, version, List.of()));
        records.remove(id);
      } else {
        MemoryRecord before = Objects.requireNonNull(records.get(id));
        MemoryRecord after = dice < 8 ? before : changed(before, step, random);
        Anchor anchor = new Anchor(random.nextDouble(), SampleRecords.START.plusSeconds(step));
        changes.change(new Change.Replace(version, after, anchor, Terms.NONE, "", List.of()));
        put(after, version + 1);
      }
    }
    return changes.build();
  }

  private void put(MemoryRecord record, long version) {
    records.put(record.id(), record);
    versions.put(record.id(), version);
  }

  private static Change.Insert insert(MemoryRecord record, double salience) {
    List<AuditLink> audit = SampleRecords.insert(1).audit();
    return new Change.Insert(record, new Anchor(salience, record.createdAt()), Terms.NONE, audit);
  }

  private static MemoryRecord changed(MemoryRecord before, int step, Random random) {
    MemoryRecord other = drawn(step, random);
    return before.toBuilder().tags(other.tags()).scope(other.scope()).build();
  }

  /** Steady, drifting, resting and pinned; in one of two scopes or none. */
  private static MemoryRecord drawn(int number, Random random) {
    DecayCurve curve = random.nextInt(4) == 0 ? DecayCurve.LINEAR : DecayCurve.EXPONENTIAL;
    String scope = random.nextInt(3) == 0 ? null : "scope " + random.nextInt(2);
    MemoryRecord plain =
        SampleRecords.fact(number, scope, SampleRecords.START.plusSeconds(number), curve);
    Double floor = random.nextInt(4) == 0 ? 0.25 : null;
    Lifecycle old = plain.lifecycle();
    return plain.toBuilder()
        .tags(TAGS.stream().filter(tag -> random.nextInt(3) > 0).toList())
        .lifecycle(
            new Lifecycle(
                new DecayProfile(curve, 86_400, floor, null, null),
                old.lastReinforcedAt(),
                random.nextInt(10) == 0,
                old.deletionPolicy()))
        .build();
  }

  private static void assertSame(MemoryStore store, MemoryStore expected, Random random) {
    for (Set<String> tags :
        List.of(Set.of("red"), Set.of("two words", "green"), Set.copyOf(TAGS))) {
      for (Visibility who :
          List.of(Visibility.ALL, new Visibility(Sensitivity.HIGH, Set.of("scope 1")))) {
        double least = random.nextBoolean() ? 0 : random.nextDouble() / 4;
        Instant at = SampleRecords.START.plusSeconds(random.nextInt(2 * 86_400));
        Filter filter =
            Filter.of(who, at)
                .withTypes(Set.of(MemoryType.SEMANTIC))
                .withTags(tags)
                .withMinSalience(least);
        int limit = random.nextBoolean() ? 5 : 1_000;
        assertThat(found(store, filter, limit)).isEqualTo(found(expected, filter, limit));
      }
    }
  }

  private static List<String> found(MemoryStore store, Filter filter, int limit) {
    return store.search(filter, limit).stream()
        .map(hit -> hit.id() + " " + hit.log2Salience())
        .toList();
  }

  private long number(String query) throws SQLException {
    try (Sql sql =
        new Sql(new Connections(folder.resolve("tags.db"), Synchronous.FULL).reading())) {
      return Objects.requireNonNull(sql.first(row -> row.getLong(1), query));
    }
  }
}
