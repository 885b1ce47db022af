package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Records of all sizes, every second of which goes, in an order of its own. */
final class ManyRecords {

  private static final int COUNT = 1_000;
  private static final int AT_ONCE = 50;

  private final SqliteStore store;
  private final Markers gone;
  private final Markers kept;
  private final Random random = new Random(3);

  ManyRecords(SqliteStore store, Markers gone, Markers kept) {
    this.store = store;
    this.gone = gone;
    this.kept = kept;
  }

  void insert() {
    for (int from = 0; from < COUNT; from += AT_ONCE) {
      Changeset.Builder changes = Changeset.builder();
      for (int number = from; number < from + AT_ONCE; number++) {
        changes.change(insert(number));
      }
      store.commit(changes.build());
    }
  }

  void delete() {
    List<Integer> odd =
        IntStream.range(0, COUNT / 2)
            .map(i -> 2 * i + 1)
            .boxed()
            .sorted((a, b) -> Integer.compare(Integer.reverse(a), Integer.reverse(b)))
            .toList();
    for (int from = 0; from < odd.size(); from += AT_ONCE) {
      Changeset.Builder changes = Changeset.builder();
      for (int number : odd.subList(from, from + AT_ONCE)) {
        changes.change(new Change.Delete(SampleRecords.id(number), 1, List.of()));
      }
      store.commit(changes.build());
    }
  }

  /** The file is whole, and its index finds the others. */
  void assertFound(Path file) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
      assertThat(text(statement, "SELECT count(*) FROM memory")).isEqualTo("" + COUNT / 2);
      String space = text(statement, "SELECT id FROM space WHERE scope = 'scope'");
      String count = "SELECT count(*) FROM posting WHERE posting MATCH '\"%s_tall\"'";
      assertThat(text(statement, count.formatted(Long.toString(Long.parseLong(space), 36))))
          .isEqualTo("" + COUNT / 2);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private Change.Insert insert(int number) {
    Markers markers = number % 2 == 1 ? gone : kept;
    StringBuilder text = new StringBuilder("all");
    Map<String, Integer> terms = new HashMap<>(Map.of("all", 1));
    for (int i = 0; i < 3; i++) {
      String marker = markers.next(false);
      terms.put(marker, 1);
      text.append(' ').append(marker);
    }
    int common = random.nextInt(40) == 0 ? 400 : random.nextInt(30);
    for (int i = 0; i < common; i++) {
      String word = "w" + random.nextInt(500);
      terms.put(word, 1);
      text.append(' ').append(word);
    }
    MemoryRecord record =
        SampleRecords.fact(number, "scope", SampleRecords.START).toBuilder()
            .tags(List.of("tag " + markers.next(false)))
            .payload(
                new SemanticPayload(
                    "s",
                    "says",
                    new JsonString(text.toString()),
                    Validity.global(),
                    List.of(),
                    null,
                    null))
            .build();
    return SampleRecords.insert(record, terms);
  }

  private static String text(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
