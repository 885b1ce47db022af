package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.History.PastRecord;
import dev.membrane.spi.store.History.RecordVersion;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import dev.membrane.store.jdbc.internal.dialect.Dialect;
import dev.membrane.store.jdbc.internal.dialect.ReadTransaction;
import dev.membrane.store.sqlite.internal.cache.Caches;
import dev.membrane.store.sqlite.internal.crypto.Encryption;
import dev.membrane.store.sqlite.internal.session.Connections;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts what single statements read of former states, as that is in memory together. */
final class HistoryMemoryTest {

  private static final int MAX_CHARACTERS = 1 << 20;

  @TempDir private Path folder;

  private Path file = Path.of("");

  @BeforeEach
  void choose_a_file() {
    file = folder.resolve("history.db");
  }

  private static Instant second(int seconds) {
    return SampleRecords.START.plusSeconds(seconds);
  }

  private static MemoryRecord record(int number, String tag, String text) {
    return SampleRecords.fact(number, null, SampleRecords.START).toBuilder()
        .tags(List.of(tag))
        .payload(
            new SemanticPayload(
                "subject", "says", new JsonString(text), Validity.global(), List.of(), null, null))
        .build();
  }

  /** Writes some records, and then changes them all some times, a second apart. */
  private void write(int records, int changes, IntFunction<String> tag, String text) {
    try (SqliteStore store = open()) {
      for (int second = 0; second <= changes; second++) {
        Changeset.Builder all = Changeset.builder();
        for (int number = 0; number < records; number++) {
          MemoryRecord record = record(number, tag.apply(second), text);
          Anchor anchor = new Anchor(1.0 / (1 + second), SampleRecords.START);
          all.change(
              second == 0
                  ? new Change.Insert(record, anchor, Terms.NONE, List.of())
                  : new Change.Replace(second, record, anchor, Terms.NONE, "", List.of()));
        }
        store.commit(all.build().with(HistorySteps.NONE.keptAt(second(second))));
      }
    }
  }

  @Test
  void of_records_with_large_documents_few_are_read_together() {
    String text = "x".repeat(100_000);
    write(40, 1, second -> "tag-" + second, text);
    List<String> ids = IntStream.range(0, 40).mapToObj(SampleRecords::id).toList();
    try (Watched watched = new Watched(file)) {
      List<PastRecord> found = watched.history().orElseThrow().at(second(0), ids);
      assertThat(found.stream().map(past -> past.stored().record()))
          .containsExactlyElementsOf(
              IntStream.range(0, 40).mapToObj(number -> record(number, "tag-0", text)).toList());
      assertThat(watched.mostCharacters).isBetween(text.length(), 2 * MAX_CHARACTERS);
    }
  }

  @Test
  void of_many_small_states_few_are_read_together() {
    write(200, 100, second -> "tag-" + second, "something");
    try (Watched watched = new Watched(file)) {
      assertThat(watched.at(second(0))).hasSize(200);
      assertThat(watched.mostRows).isBetween(1_000, MAX_CHARACTERS / 64);
    }
  }

  @Test
  void the_contents_of_small_records_are_read_together() {
    write(3, 5, second -> "tag-" + second / 2, "something");
    try (SqliteStore store = open()) {
      Map<String, List<StoredRecord>> contents = contents(store, 3);
      assertThat(contents.keySet()).containsExactly(id(0), id(1), id(2));
      for (List<StoredRecord> had : contents.values()) {
        assertThat(had.stream().map(it -> it.record().tags().get(0)))
            .containsExactly("tag-2", "tag-1", "tag-0");
      }
    }
  }

  /** What is estimated of a record that shrank is too little. */
  @Test
  void the_contents_of_a_record_that_was_large_are_not_read_with_others() {
    write(2, 200, second -> "t".repeat(200_001 - 1_000 * second), "something");
    try (SqliteStore store = open()) {
      assertThat(contents(store, 2)).isEmpty();
      assertThat(store.history().orElseThrow().versions(id(0), 0, 10)).isNotEmpty();
    }
  }

  @Test
  void erased_contents_are_left_out() {
    write(2, 3, second -> "tag-" + second, "something");
    try (SqliteStore store = open()) {
      store.commit(Changeset.builder().eraseVersions(id(0)).erasing().build());
      assertThat(contents(store, 2).values()).extracting(List::size).containsExactly(1, 4);
    }
  }

  private SqliteStore open() {
    return SqliteStore.open(new SqliteConfig(file, SqliteConfig.Synchronous.NORMAL));
  }

  private static Map<String, List<StoredRecord>> contents(SqliteStore store, int records) {
    List<String> ids = IntStream.range(0, records).mapToObj(SampleRecords::id).toList();
    return store.history().orElseThrow().contents(ids);
  }

  private static String id(int number) {
    return SampleRecords.id(number);
  }

  @Test
  void states_that_do_not_change_the_document_are_not_read() {
    write(2, 500, second -> "tag", "something");
    try (Watched watched = new Watched(file)) {
      assertThat(watched.at(second(0)))
          .extracting(past -> past.stored().version())
          .containsExactly(1L, 1L);
      for (int after : new int[] {0, 250, 495}) {
        assertThat(
                watched.history().orElseThrow().versions(SampleRecords.id(1), after, 5).stream()
                    .map(RecordVersion::number))
            .containsExactly(after + 1L, after + 2L, after + 3L, after + 4L, after + 5L);
      }
      assertThat(watched.mostRows).isBetween(2, 10);
    }
  }

  /** Reads a file, and knows the most that a statement has read. */
  private static final class Watched extends SqliteReads {

    private int mostRows;
    private int mostCharacters;

    Watched(Path file) {
      super(
          file,
          new Connections(file, SqliteConfig.Synchronous.FULL),
          Encryption.none(),
          Caches.none());
    }

    List<PastRecord> at(Instant at) {
      List<PastRecord> all = new ArrayList<>();
      List<PastRecord> page = history().orElseThrow().at(at, Visibility.ALL, 0);
      while (!page.isEmpty()) {
        all.addAll(page);
        long last = page.get(page.size() - 1).arrival();
        page = history().orElseThrow().at(at, Visibility.ALL, last);
      }
      return all;
    }

    @Override
    protected <T> T read(Read<T> read) {
      return super.read(rows -> read.from(new WatchedRows(rows)));
    }

    private final class WatchedRows implements ReadTransaction {

      private final ReadTransaction rows;

      WatchedRows(ReadTransaction rows) {
        this.rows = rows;
      }

      @Override
      public Dialect dialect() {
        return rows.dialect();
      }

      @Override
      public int update(String sql, @Nullable Object... values) throws SQLException {
        return rows.update(sql, values);
      }

      @Override
      public void each(RowVisitor look, String sql, Map<String, ?> values) throws SQLException {
        Count count = new Count();
        rows.each(row -> look.at(count.next(row)), sql, values);
      }

      @Override
      public void until(Enough enough, String sql, Map<String, ?> values) throws SQLException {
        rows.until(enough, sql, values);
      }
    }

    private final class Count {

      private int rows;
      private int characters;

      ResultSet next(ResultSet row) {
        rows++;
        mostRows = Math.max(mostRows, rows);
        return (ResultSet)
            Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> {
                  try {
                    Object value = method.invoke(row, arguments);
                    characters += value instanceof String text ? text.length() : 0;
                    mostCharacters = Math.max(mostCharacters, characters);
                    return value;
                  } catch (InvocationTargetException failed) {
                    throw failed.getCause();
                  }
                });
      }
    }
  }
}
