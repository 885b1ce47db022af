package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.sqlite.internal.words.WordBlock;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of words that were damaged, among records that were not. */
final class DamagedCountsTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;
  private final List<String> ids = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_operator_has_the_words_counted_anew(boolean isEncrypted) throws SQLException {
    fill(isEncrypted);
    assertThat(WordFacts.run(file(), "UPDATE pool_word SET counts = x'ff00'")).isPositive();
    try (SqliteStore store = open(isEncrypted);
        Membrane membrane = membrane(store)) {
      assertThatThrownBy(() -> membrane.revision().delete(ids.get(0), "a reason"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasRootCauseMessage(
              "counts of words are damaged; `membraned verify-audit --rebuild` counts the words"
                  + " anew");
      assertThat(verified(store).broken()).asString().contains("counts of words are damaged");
      assertThat(store.rebuild()).isTrue();
      assertThat(verified(store).broken()).isNull();
      membrane.revision().delete(ids.get(0), "a reason");
      observe(membrane, "new", "osprey");
      assertThat(found(membrane, "osprey")).hasSize(3);
      assertThat(verified(store).broken()).isNull();
    }
  }

  /** All else is checked, and the counts are damaged, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE posting_data SET block = x'00ffffffffffff' WHERE id > 10",
        "DELETE FROM posting_data WHERE id > 10",
        "DELETE FROM posting_data",
        "DELETE FROM posting_config",
        "UPDATE posting_config SET v = 3 WHERE k = 'version'"
      })
  void an_index_of_words_that_cannot_be_read_is_one_fault_among_others(String damage)
      throws SQLException {
    fill(false);
    assertThat(WordFacts.run(file(), damage)).isPositive();
    assertThat(WordFacts.run(file(), "UPDATE pool_word SET counts = x'ff00'")).isPositive();
    try (SqliteReader reader = SqliteReader.open(file())) {
      AuditReport report = new AuditVerifier(reader, checked -> {}).verify();
      assertThat(report.broken())
          .asString()
          .matches("the index of words cannot be read \\(error \\d+\\)");
      assertThat(report.faults()).isGreaterThan(2);
      assertThat(report.records()).isEqualTo(4);
    }
    assertMadeAnew();
  }

  @Test
  void an_index_of_words_overwrites_what_is_deleted() throws SQLException {
    fill(false);
    String keeping = "UPDATE posting_config SET v = 0 WHERE k = 'secure-delete'";
    assertThat(WordFacts.run(file(), keeping)).isEqualTo(1);
    try (SqliteReader reader = SqliteReader.open(file())) {
      assertThat(new AuditVerifier(reader, checked -> {}).verify().broken())
          .asString()
          .isEqualTo("the index of words does not overwrite what is deleted");
    }
    assertMadeAnew();
  }

  @ParameterizedTest
  @ValueSource(strings = {"posting", "posting_data", "posting_idx", "posting_config"})
  void an_index_of_words_whose_tables_are_gone_is_made_anew(String table) throws SQLException {
    fill(false);
    List<String> tables = tables();
    assertThat(tables).hasSize(6);
    WordFacts.run(file(), "DROP TABLE " + table);
    try (SqliteReader reader = SqliteReader.open(file())) {
      assertThat(new AuditVerifier(reader, checked -> {}).verify().broken())
          .asString()
          .isEqualTo("the index of words cannot be read (a table of it is gone)");
    }
    assertMadeAnew();
    assertThat(tables()).isEqualTo(tables);
    assertThat(ofDatabase("PRAGMA integrity_check")).containsExactly("ok");
  }

  private void assertMadeAnew() {
    try (SqliteStore store = open(false);
        Membrane membrane = membrane(store)) {
      assertThat(verified(store).broken()).isNotNull();
      assertThat(store.rebuild()).isTrue();
      assertThat(verified(store).broken()).isNull();
      assertThat(found(membrane, "heron")).startsWith(ids.get(1));
      observe(membrane, "new", "osprey");
      membrane.revision().delete(ids.get(0), "a reason");
      assertThat(verified(store).broken()).isNull();
    }
  }

  /** The tables of the index as they were made, and how it is set. */
  private List<String> tables() throws SQLException {
    List<String> all =
        ofDatabase("SELECT sql FROM sqlite_schema WHERE name LIKE 'posting%' ORDER BY name");
    all.addAll(ofDatabase("SELECT k || v FROM posting_config ORDER BY k"));
    return all;
  }

  private List<String> ofDatabase(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_record_that_has_lost_its_text_does_not_keep_others_from_being_counted(boolean isEncrypted)
      throws SQLException {
    fill(isEncrypted);
    assertThat(WordFacts.run(file(), "DELETE FROM document WHERE rid = 1")).isEqualTo(1);
    try (SqliteStore store = open(isEncrypted);
        Membrane membrane = membrane(store)) {
      assertThat(store.rebuild()).isTrue();
      assertThat(found(membrane, "heron")).contains(ids.get(1)).doesNotContain(ids.get(0));
    }
  }

  /** The log of counts begins anew, and a reader has counted what was in the one before. */
  @Test
  void who_has_read_before_counts_right_after_it() throws SQLException {
    fill(false);
    try (SqliteStore store = open(false);
        Membrane membrane = membrane(store)) {
      observe(membrane, "new", "osprey");
      RecordCounts before = counts(store);
      assertThat(store.rebuild()).isTrue();
      assertThat(counts(store)).isEqualTo(before);
      observe(membrane, "new", "osprey too");
      assertThat(counts(store)).isNotEqualTo(before);
      try (SqliteReader reader = SqliteReader.open(file())) {
        assertThat(counts(reader)).isEqualTo(counts(store));
      }
    }
  }

  /** All sums are right, and a word is looked for in the block that does not have it. */
  @Test
  void blocks_that_overlap_are_a_fault() throws SQLException {
    fill(false);
    Map<String, Long> counts = new TreeMap<>();
    long pool;
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var statement = connection.createStatement()) {
      try (var row = statement.executeQuery("SELECT pool, counts FROM pool_word LIMIT 1")) {
        pool = row.getLong(1);
        new WordBlock(pool, row.getBytes(2)).addTo(counts);
      }
      String second = List.copyOf(counts.keySet()).get(1);
      Map<String, Long> taken = Map.of(second, counts.remove(second));
      try (var update =
          connection.prepareStatement("UPDATE pool_word SET counts = ? WHERE pool = ?")) {
        update.setBytes(1, WordBlock.write(counts));
        update.setLong(2, pool);
        assertThat(update.executeUpdate()).isEqualTo(1);
      }
      try (var insert =
          connection.prepareStatement(
              "INSERT INTO pool_word SELECT run, pool, ?, ? FROM pool_word WHERE pool = ?")) {
        insert.setString(1, second);
        insert.setBytes(2, WordBlock.write(taken));
        insert.setLong(3, pool);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
    }
    try (SqliteStore store = open(false)) {
      AuditReport report = verified(store);
      assertThat(report.broken()).asString().contains("blocks of counts overlap");
      assertThat(report.faults()).isEqualTo(1);
    }
  }

  /** A deletion writes the log of counts into blocks. */
  private void fill(boolean isEncrypted) throws SQLException {
    try (SqliteStore store = open(isEncrypted);
        Membrane membrane = membrane(store)) {
      for (String word : List.of("kestrel", "heron", "merlin", "stork")) {
        ids.add(observe(membrane, "scope", word));
      }
      membrane.revision().delete(ids.remove(3), "a reason");
    }
  }

  private Path file() {
    return folder.resolve("m.db");
  }

  private SqliteStore open(boolean isEncrypted) {
    return isEncrypted ? KeyFiles.open(folder, "m.db") : SqliteStore.open(file());
  }

  private static AuditReport verified(SqliteStore store) {
    return new AuditVerifier(store, checked -> {}).verify();
  }

  private static RecordCounts counts(StoreReader store) {
    return store.termStatistics(
        new Visibility(Sensitivity.HYPER, null), List.of("osprey", "heron", "other"));
  }

  private static List<String> found(Memory membrane, String task) {
    RetrieveRequest asked = RetrieveRequest.builder().trust(ALL).taskDescriptor(task).build();
    return membrane.retrieval().retrieve(asked).records().stream().map(it -> it.id()).toList();
  }
}
