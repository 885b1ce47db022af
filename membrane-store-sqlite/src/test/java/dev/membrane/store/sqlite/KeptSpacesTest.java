package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which spaces a question looks at is kept until a space comes that it looks at too. */
final class KeptSpacesTest {

  private static final Filter HERE =
      Filter.of(new Visibility(Sensitivity.LOW, Set.of("here")), SampleRecords.START);

  private static final Terms APPLE = new Terms(Map.of("apple", 1));

  @TempDir private Path folder;

  @Test
  void what_was_asked_before_takes_no_work() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"))) {
      add(store, 1, "here", Sensitivity.LOW);
      assertThat(steps(store, 1)).isPositive();
      assertThat(steps(store, 1)).isZero();
    }
  }

  @Test
  void a_new_space_that_is_seen_is_looked_at() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"))) {
      add(store, 1, "here", Sensitivity.LOW);
      assertThat(steps(store, 1)).isPositive();
      add(store, 2, null, Sensitivity.LOW);
      assertThat(steps(store, 2)).isPositive();
      add(store, 3, "here", Sensitivity.PUBLIC);
      assertThat(steps(store, 3)).isPositive();
    }
  }

  @Test
  void a_new_space_that_is_not_seen_makes_no_question_slower() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"))) {
      add(store, 1, "here", Sensitivity.LOW);
      assertThat(steps(store, 1)).isPositive();
      add(store, 2, "there", Sensitivity.LOW);
      add(store, 3, "here", Sensitivity.HYPER);
      assertThat(steps(store, 1)).isZero();
    }
  }

  @Test
  void a_question_by_words_looks_for_its_spaces_once() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"))) {
      add(store, 1, "here", Sensitivity.LOW);
      List<String> unknown = List.of("pear");
      Filter facts = HERE.withTypes(Set.of(MemoryType.SEMANTIC));
      steps(store, () -> store.search(facts, unknown, 10), 0);
      long first = steps(store, () -> store.search(HERE, unknown, 10), 0);
      assertThat(steps(store, () -> store.search(HERE, unknown, 10), 0)).isLessThan(first);
    }
  }

  @Test
  void a_word_is_found_in_a_new_space() {
    try (SqliteStore store = SqliteStore.open(folder.resolve("membrane.db"))) {
      List<String> word = List.of("apple");
      add(store, 1, "here", Sensitivity.LOW);
      assertThat(store.search(HERE, word, 10)).hasSize(1);
      add(store, 2, null, Sensitivity.LOW);
      assertThat(store.search(HERE, word, 10)).hasSize(2);
      add(store, 3, "here", Sensitivity.HYPER);
      assertThat(store.search(HERE, word, 10)).hasSize(2);
    }
  }

  private static void add(
      SqliteStore store, int number, @Nullable String scope, Sensitivity sensitivity) {
    MemoryRecord record =
        SampleRecords.fact(number, scope, SampleRecords.START).toBuilder()
            .sensitivity(sensitivity)
            .build();
    Anchor anchor = new Anchor(1, SampleRecords.START);
    store.commit(
        Changeset.builder()
            .change(new Change.Insert(record, anchor, APPLE, List.<AuditLink>of()))
            .build());
  }

  /** The instructions of SQLite that a search takes, beside those that counting them does. */
  private static long steps(SqliteStore store, int found) {
    return steps(store, () -> store.search(HERE, 10), found);
  }

  private static long steps(SqliteStore store, Supplier<List<Hit>> search, int found) {
    AtomicLong none = new AtomicLong();
    QueryWorkTest.counting(store, none, () -> {});
    AtomicLong steps = new AtomicLong();
    QueryWorkTest.counting(store, steps, () -> assertThat(search.get()).hasSize(found));
    return steps.get() - none.get();
  }
}
