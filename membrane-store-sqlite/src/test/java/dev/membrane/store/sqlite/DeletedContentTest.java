package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.RecordRequest;
import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.decay.Pruning;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.store.AuditTrail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the words of a record that was deleted none is in any byte of any file. */
final class DeletedContentTest {

  static final String EPISODIC =
      """
      {"kind":"episodic",
       "timeline":[{"t":"2026-01-01T00:00:00Z","event_kind":"@","ref":"@","summary":"@ #"}],
       "tool_graph":[{"id":"#","tool":"@","args":{"@":["@",{"@":"@"}]},"result":"@ #"}],
       "environment":{"os":"@","os_version":"@","tool_versions":{"@":"@"},
         "working_directory":"@","context":{"@":"@"}},
       "outcome":"success","artifacts":["@","@"],"tool_graph_ref":"@"}
      """;

  static final String WORKING =
      """
      {"kind":"working","thread_id":"@","state":"executing","next_actions":["@","# #"],
       "open_questions":["@"],"context_summary":"@ #",
       "active_constraints":[{"type":"@","key":"@","value":"@","required":true}]}
      """;

  static final String SEMANTIC =
      """
      {"kind":"semantic","subject":"@ #","predicate":"@","object":{"@":"@ # #"},
       "validity":{"mode":"conditional","conditions":{"@":"@"}},
       "evidence":[{"source_type":"human","source_id":"@","timestamp":"2026-01-01T00:00:00Z"}]}
      """;

  static final String COMPETENCE =
      """
      {"kind":"competence","skill_name":"@","triggers":[{"signal":"@","conditions":{"@":"@"}}],
       "recipe":[{"step":"@ #","tool":"@","args_schema":{"@":"@"},"validation":"@"}],
       "required_tools":["@"],"failure_modes":["@"],"fallbacks":["@"],"version":"@"}
      """;

  static final String PLAN_GRAPH =
      """
      {"kind":"plan_graph","plan_id":"#","version":"#","intent":"@ #",
       "constraints":{"@":"@"},"inputs_schema":{"@":"@"},"outputs_schema":{"@":"@"},
       "nodes":[{"id":"a","op":"@","params":{"@":"@"},"guards":{"@":"@"}}],"edges":[]}
      """;

  private static final String RECORD =
      """
      {"type":"%s","sensitivity":"low","scope":"place","tags":["#","#"],
       "provenance":{"created_by":"@",
         "sources":[{"kind":"event","ref":"@","hash":"@","created_by":"@"}]},
       "payload":%s}
      """;

  private static final String BY_REQUEST = "they asked for it";
  private static final RecordCodec CODEC = new RecordCodec();
  private static final Instant START = SampleRecords.START;

  /** What {@link #name} answers. */
  private static final Pattern NAME = Pattern.compile("account\\d{6}");

  @TempDir private Path folder;
  private final Markers gone = new Markers(1);
  private final Markers kept = new Markers(2);
  private Instant now = START;
  private int requests;
  private SqliteStore store;
  private Membrane membrane;

  @BeforeEach
  void open() {
    store = SqliteStore.open(folder.resolve("membrane.db"));
    membrane = Membrane.builder().backgroundJobs(false).clock(() -> now).store(store).build();
  }

  @AfterEach
  void close() {
    membrane.close();
    store.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {EPISODIC, WORKING, SEMANTIC, COMPETENCE, PLAN_GRAPH})
  void of_a_deleted_record_no_word_of_any_field_remains(String payload) {
    String id = ingest(gone, payload);
    ingest(kept, payload);
    assertThat(gone.in(folder)).hasSize(gone.size());
    delete(id);
    assertOnlyTheKeptRemain();
    assertTombstone(id);
  }

  @Test
  void of_an_episode_that_grew_no_word_of_any_time_remains() {
    Set<String> parts = new LinkedHashSet<>();
    for (int part = 0; part < 5; part++) {
      parts.add(event(gone, "run"));
      event(kept, "other run");
    }
    assertThat(parts).hasSizeLessThan(5);
    parts.forEach(this::delete);
    assertOnlyTheKeptRemain();
  }

  @Test
  void of_a_pruned_record_no_word_remains() {
    String id = ingest(gone, WORKING.replace("executing", "done"));
    ingest(kept, SEMANTIC);
    now = now.plusSeconds(1);
    assertThat(prune()).isEqualTo(1);
    assertOnlyTheKeptRemain();
    assertTombstone(id);
  }

  @Test
  void of_a_superseded_record_no_word_remains_once_it_is_pruned() {
    String id = ingest(gone, SEMANTIC);
    membrane.revision().supersede(id, draft(kept, SEMANTIC), BY_REQUEST);
    now = now.plus(Duration.ofDays(31));
    assertThat(prune()).isEqualTo(1);
    assertOnlyTheKeptRemain();
    assertTombstone(id);
  }

  @Test
  void of_a_run_that_was_dropped_or_replaced_no_word_remains() {
    Changeset.Builder all = Changeset.builder();
    for (int number = 0; number < 40; number++) {
      all.keepRun(run("gone " + number, gone)).keepRun(run("kept " + number, kept));
    }
    store.commit(all.build());
    assertThat(gone.in(folder)).hasSize(gone.size());
    store.commit(Changeset.builder().keepRun(run("gone 0", kept)).build());
    for (int number = 1; number < 40; number++) {
      store.commit(Changeset.builder().dropRun("gone " + number).build());
    }
    assertOnlyTheKeptRemain();
  }

  static KeptRun run(String id, Markers markers) {
    return new KeptRun(
        id,
        "place",
        Sensitivity.LOW,
        START,
        Map.of(markers.next(false), 1, markers.next(true), 2),
        Map.of(markers.next(false), 1),
        List.of(markers.next(false)));
  }

  /** Every page is split and joined many times, and leaves copies of its rows on the way. */
  @Test
  void of_many_deleted_records_among_many_others_no_word_remains() {
    ManyRecords many = new ManyRecords(store, gone, kept);
    many.insert();
    many.delete();
    assertOnlyTheKeptRemain();
    many.assertFound(folder.resolve("membrane.db"));
  }

  /** Of words that begin alike, those at the beginning of a page are among its keys as a whole. */
  @Test
  void of_numbers_in_a_row_none_remains_that_was_deleted() throws Exception {
    Random random = new Random(1);
    List<Integer> numbers = IntStream.range(0, 6_000).boxed().collect(Collectors.toList());
    Collections.shuffle(numbers, random);
    for (List<Integer> some : List.of(numbers.subList(0, 4_000), numbers.subList(4_000, 6_000))) {
      Changeset.Builder changes = Changeset.builder();
      some.forEach(number -> changes.change(numbered(number)));
      store.commit(changes.build());
    }
    Set<Integer> deleted = new TreeSet<>(numbers.subList(3_000, 4_800));
    IntStream.range(700, 1_900).forEach(deleted::add);
    Changeset.Builder changes = Changeset.builder();
    deleted.forEach(
        number -> changes.change(new Change.Delete(SampleRecords.id(number), 1, List.of())));
    store.commit(changes.build());
    store.close();
    String file = Files.readString(folder.resolve("membrane.db"), StandardCharsets.ISO_8859_1);
    Set<String> names =
        NAME.matcher(file).results().map(MatchResult::group).collect(Collectors.toSet());
    for (int number : numbers) {
      assertThat(names.contains(name(number)))
          .as(name(number))
          .isNotEqualTo(deleted.contains(number));
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("membrane.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO posting (posting) VALUES ('integrity-check')");
      assertFound(connection, numbers, deleted);
    }
  }

  /** An earlier version kept a deleted word as the key of a page. */
  @Test
  void a_file_of_an_earlier_version_loses_the_words_among_its_keys() throws Exception {
    Changeset.Builder changes = Changeset.builder();
    IntStream.range(0, 3_000).forEach(number -> changes.change(numbered(number)));
    store.commit(changes.build());
    store.close();
    Path file = folder.resolve("membrane.db");
    String word;
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      ResultSet key =
          statement.executeQuery(
              "SELECT CAST(term AS TEXT) FROM posting_idx WHERE CAST(term AS TEXT) GLOB '*account1?????'");
      assertThat(key.next()).isTrue();
      String first = key.getString(1);
      int number = Integer.parseInt(first.substring(first.length() - 6));
      word = "account" + (number - 1) + "1";
      String former = first.replace("account" + number, word);
      key.close();
      statement.execute(
          "UPDATE posting_idx SET term = CAST('%s' AS BLOB) WHERE term = CAST('%s' AS BLOB)"
              .formatted(former, first));
      statement.execute("PRAGMA user_version = 22");
    }
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains(word);
    SqliteStore.open(file).close();
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1).contains(word)).isFalse();
  }

  private static void assertFound(
      Connection connection, List<Integer> numbers, Set<Integer> deleted) throws SQLException {
    String space = "SELECT id FROM space WHERE scope = 'place'";
    String count = "SELECT count(*) FROM posting WHERE posting MATCH ?";
    try (Statement spaces = connection.createStatement();
        ResultSet id = spaces.executeQuery(space);
        PreparedStatement words = connection.prepareStatement(count)) {
      assertThat(id.next()).isTrue();
      for (int number : numbers) {
        words.setString(1, '"' + Long.toString(id.getLong(1), 36) + "_t" + name(number) + '"');
        try (ResultSet found = words.executeQuery()) {
          assertThat(found.getInt(1)).as(name(number)).isEqualTo(deleted.contains(number) ? 0 : 1);
        }
      }
    }
  }

  private static String name(int number) {
    return "account" + (100_000 + number);
  }

  private static Change.Insert numbered(int number) {
    MemoryRecord fact = SampleRecords.fact(number, "place", START);
    SemanticPayload payload = SemanticPayload.of(name(number), "is", "open");
    return SampleRecords.insert(
        fact.toBuilder().payload(payload).build(), Map.of(name(number), 1, "open", 1));
  }

  @Test
  void a_store_that_stays_open_and_quiet_removes_what_was_deleted() throws InterruptedException {
    String id = ingest(gone, EPISODIC);
    ingest(kept, EPISODIC);
    delete(id);
    await(() -> gone.in(folder).isEmpty());
    assertThat(kept.in(folder)).hasSize(kept.size());
  }

  @Test
  void while_somebody_reads_an_old_state_that_waits_and_nobody_waits_for_it()
      throws InterruptedException {
    String id = ingest(gone, EPISODIC);
    store
        .readers()
        .read(
            rows -> {
              rows.all(row -> row.getInt(1), "SELECT count(*) FROM memory");
              delete(id);
              for (int commit = 0; commit < 50; commit++) {
                event(kept, "run " + commit);
              }
              return gone.in(folder);
            });
    await(() -> gone.in(folder).isEmpty());
  }

  @Test
  void a_process_that_was_killed_leaves_the_work_to_the_next() throws Exception {
    String id = ingest(gone, EPISODIC);
    ingest(kept, EPISODIC);
    // Nothing is cleaned while somebody reads an old state.
    Path copy =
        store
            .readers()
            .read(
                rows -> {
                  rows.all(row -> row.getInt(1), "SELECT count(*) FROM memory");
                  delete(id);
                  return copied();
                });
    assertThat(gone.in(copy)).isNotEmpty();
    SqliteStore.open(copy.resolve("membrane.db")).close();
    assertThat(gone.in(copy)).isEmpty();
    assertThat(kept.in(copy)).hasSize(kept.size());
  }

  private Path copied() {
    try {
      return Crash.copy(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void assertOnlyTheKeptRemain() {
    store.close();
    assertThat(gone.in(folder)).isEmpty();
    assertThat(kept.in(folder)).hasSize(kept.size());
  }

  private void assertTombstone(String id) {
    try (SqliteReader reader = SqliteReader.open(folder.resolve("membrane.db"))) {
      AuditTrail trail = reader.auditLog(id).orElseThrow();
      assertThat(trail.links())
          .last()
          .extracting(link -> link.entry().action())
          .isEqualTo(AuditAction.DELETE);
    }
  }

  private String ingest(Markers markers, String payload) {
    RecordRequest request =
        RecordRequest.builder()
            .record(draft(markers, payload))
            .source("importer")
            .unscoped()
            .idempotencyKey("key " + ++requests)
            .build();
    return membrane.ingestion().record(request).id();
  }

  static RecordDraft draft(Markers markers, String payload) {
    String type = payload.substring(payload.indexOf(':') + 2, payload.indexOf(',') - 1);
    return CODEC.decodeDraft(markers.fill(RECORD.formatted(type, payload)));
  }

  private String event(Markers markers, String episode) {
    EventRequest request =
        EventRequest.builder()
            .source("app")
            .eventKind(markers.next(false))
            .ref(markers.next(true))
            .summary(markers.fill("# # @"))
            .options(
                IngestOptions.NONE.unscoped().episode(episode).tags(List.of(markers.next(false))))
            .build();
    return membrane.ingestion().event(request).id();
  }

  private void delete(String id) {
    membrane.revision().delete(id, BY_REQUEST);
  }

  private int prune() {
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()), new AuditChain(() -> "nonce"), Retention.DEFAULTS);
    return new Pruning(store, records, Retention.DEFAULTS, new LearnedKeys(List.of())).run(now);
  }

  /** Until the timeout of the test. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(50);
    }
  }
}
