package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Arrivals;
import dev.membrane.spi.search.Arrivals.Period;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Visibility;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of all scopes where each has words, and so spaces, of its own. */
final class ManyScopesTest {

  private static final int SCOPES = 60;
  private static final int LIMIT = 10;

  @TempDir private Path folder;

  @Test
  void a_page_of_arrivals_takes_no_more_work_where_scopes_have_more_records() {
    long few = workOfPage(2);
    long many = workOfPage(30);
    System.out.println("instructions of a page: " + few + " and " + many);
    assertThat(many).isLessThan(few * 3 / 2);
  }

  private long workOfPage(int recordsOfScope) {
    AtomicLong work = new AtomicLong();
    try (SqliteStore store = KeyFiles.open(folder, "of" + recordsOfScope + ".db")) {
      fill(store, recordsOfScope);
      assertThat(page(store, "")).isEqualTo(ids(0, LIMIT));
      QueryWorkTest.counting(
          store, work, () -> assertThat(page(store, SampleRecords.id(6))).isEqualTo(ids(7, LIMIT)));
    }
    return work.get();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_page_of_arrivals_takes_no_more_work_where_more_records_are_hidden(boolean isEncrypted) {
    long few = workBesideHidden(1, isEncrypted);
    long many = workBesideHidden(2_000, isEncrypted);
    assertThat(many).isLessThan(few * 3 / 2);
  }

  private long workBesideHidden(int hidden, boolean isEncrypted) {
    String file = "beside" + hidden + ".db";
    AtomicLong work = new AtomicLong();
    try (SqliteStore store =
        isEncrypted ? KeyFiles.open(folder, file) : SqliteStore.open(folder.resolve(file))) {
      Changeset.Builder changeset = Changeset.builder();
      for (int i = 0; i < hidden; i++) {
        changeset.change(insert(i, Sensitivity.HYPER, DecayCurve.EXPONENTIAL));
      }
      changeset.change(insert(hidden, Sensitivity.PUBLIC, DecayCurve.EXPONENTIAL));
      changeset.change(insert(hidden + 1, Sensitivity.PUBLIC, DecayCurve.LINEAR));
      store.commit(changeset.build());
      Visibility visibility = new Visibility(Sensitivity.PUBLIC, null);
      Filter filter = Filter.of(visibility, SampleRecords.START).withRetired(true);
      Arrivals first = new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, "", 1);
      QueryWorkTest.counting(
          store,
          work,
          () -> assertThat(store.arrivals(first)).containsExactly(SampleRecords.id(hidden)));
    }
    return work.get();
  }

  /** Records that do not decay alike are in spaces of their own. */
  private static Change insert(int number, Sensitivity sensitivity, DecayCurve curve) {
    MemoryRecord record = SampleRecords.fact(number, "scope", SampleRecords.START, curve);
    return SampleRecords.insert(
        record.toBuilder().sensitivity(sensitivity).build(), Map.of("sample", 1));
  }

  @Test
  void pages_of_arrivals_have_each_record_once() {
    try (SqliteStore store = KeyFiles.open(folder, "membrane.db")) {
      fill(store, 2);
      List<String> all = new ArrayList<>();
      List<String> page;
      do {
        page = page(store, all.isEmpty() ? "" : all.get(all.size() - 1));
        all.addAll(page);
      } while (page.size() == LIMIT);
      assertThat(all).isEqualTo(ids(0, 2 * SCOPES));
    }
  }

  private static List<String> ids(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(SampleRecords::id).toList();
  }

  private static void fill(SqliteStore store, int recordsOfScope) {
    Changeset.Builder changeset = Changeset.builder();
    for (int i = 0; i < SCOPES * recordsOfScope; i++) {
      changeset.change(
          SampleRecords.insert(
              SampleRecords.fact(i, "scope " + i % SCOPES, SampleRecords.START),
              Map.of("sample", 1)));
    }
    store.commit(changeset.build());
  }

  private static List<String> page(SqliteStore store, String after) {
    Filter filter = Filter.of(Visibility.ALL, SampleRecords.START).withRetired(true);
    return store.arrivals(new Arrivals(filter, Period.ALWAYS, Period.ALWAYS, after, LIMIT));
  }
}
