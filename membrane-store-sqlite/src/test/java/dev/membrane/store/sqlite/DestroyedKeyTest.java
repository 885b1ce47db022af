package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static dev.membrane.store.sqlite.WordFacts.observe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.Revision.EraseReport;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.Embedding;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.HistorySteps;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import dev.membrane.spi.store.Vector;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who erases a scope destroys its key, so that a copy from before cannot be read. */
final class DestroyedKeyTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;

  @Test
  void a_copy_from_before_is_unreadable_for_the_erased_scope_and_readable_for_others()
      throws Exception {
    List<String> ids;
    Path copy = folder.resolve("yesterday.db");
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      ids = List.of(observe(membrane, "gone", "kestrel"), observe(membrane, "kept", "heron"));
      for (String id : ids) {
        store.commit(Changeset.builder().embed(new Embedding(id, "model", vector())).build());
      }
      WordFacts.backUp(folder.resolve("m.db"), copy);
      String wrapped = wrappedKeys().get(0);
      erase(membrane, "gone");
      assertThat(text(DataKeyFile.pathOf(folder.resolve("m.db")))).doesNotContain(wrapped);
      assertVerified(store);
    }
    Files.copy(DataKeyFile.pathOf(folder.resolve("m.db")), DataKeyFile.pathOf(copy));
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThat(store.get(ids)).extracting(it -> it.record().scope()).containsExactly("kept");
      assertThat(found(membrane, "kestrel heron")).containsExactly(ids.get(1));
      assertThat(store.headers(ids, SampleRecords.START)).hasSize(2);
      String again = observe(membrane, "gone", "kestrel");
      assertThat(found(membrane, "kestrel")).contains(again).doesNotContain(ids.get(0));
    }
  }

  @Test
  void what_a_copy_has_of_an_erased_scope_keeps_nothing_else_from_a_stage_that_is_shown_it()
      throws Exception {
    Path copy = folder.resolve("yesterday.db");
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane =
            Membrane.builder().store(store).stages(List.of()).backgroundJobs(false).build()) {
      for (String scope : List.of("gone", "kept", "gone", "damaged")) {
        ended(membrane, scope);
      }
      membrane.maintenance().consolidate();
      WordFacts.backUp(folder.resolve("m.db"), copy);
      erase(membrane, "gone");
    }
    Path keys = DataKeyFile.pathOf(copy);
    Files.copy(DataKeyFile.pathOf(folder.resolve("m.db")), keys);
    String damage = "UPDATE data_key SET wrapped = 'x' WHERE id = (SELECT max(id) FROM data_key)";
    assertThat(WordFacts.run(keys, damage)).isEqualTo(1);
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      ConsolidationResult result = membrane.maintenance().consolidateAgain("semantic", null);
      assertThat(result.again()).isEqualTo(new ConsolidationResult.Again(1, 3));
      assertThat(result.of("semantic").created()).isEqualTo(1);
    }
  }

  private static void ended(Membrane membrane, String scope) {
    EventRequest event =
        EventRequest.builder()
            .source("ann")
            .eventKind("user")
            .ref("message")
            .summary("tea")
            .options(IngestOptions.NONE.scope(scope))
            .build();
    membrane
        .ingestion()
        .outcome(
            OutcomeRequest.builder()
                .source("ann")
                .targetRecordId(membrane.ingestion().event(event).id())
                .status(OutcomeStatus.SUCCESS)
                .build());
  }

  @Test
  void a_scope_can_be_used_again_after_it() throws Exception {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      observe(membrane, "gone", "kestrel");
      String before = wrappedKeys().get(0);
      erase(membrane, "gone");
      String again = observe(membrane, "gone", "kestrel");
      assertThat(found(membrane, "kestrel")).containsExactly(again);
      assertThat(wrappedKeys()).hasSize(1).doesNotContain(before);
      erase(membrane, "gone");
      assertThat(wrappedKeys()).isEmpty();
      assertVerified(store);
    }
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      String again = observe(membrane, "gone", "kestrel");
      assertThat(found(membrane, "kestrel")).containsExactly(again);
      assertVerified(store);
    }
  }

  @Test
  void while_something_of_the_scope_is_left_its_key_stays() throws Exception {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      String id = observe(membrane, "scope", "kestrel");
      assertThat(store.destroyKey("scope")).isFalse();
      membrane.revision().delete(id, "a reason");
      assertThat(store.destroyKey("scope")).isFalse();
      erase(membrane, "scope");
      assertThat(wrappedKeys()).isEmpty();
      assertThat(store.destroyKey("scope")).isTrue();
      assertVerified(store);
    }
  }

  @Test
  void the_report_says_what_became_of_the_key_to_those_who_may_see_all_of_the_scope() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      observe(membrane, "scope", "kestrel");
      Memory low = membrane.as(Caller.named("low").upTo(Sensitivity.LOW));
      EraseRequest request = EraseRequest.ofScope("scope");
      assertThat(low.revision().erase(request).dataKeyDestroyed()).isNull();
      observe(membrane, "scope", "kestrel");
      assertThat(membrane.revision().erase(request.asDryRun()).dataKeyDestroyed()).isNull();
      assertThat(membrane.revision().erase(request).dataKeyDestroyed()).isTrue();
      assertThat(membrane.revision().erase(request).dataKeyDestroyed()).isNull();
    }
  }

  @Test
  void the_report_says_that_the_key_stays_while_somebody_writes_to_the_scope() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(new BusyStore(store))) {
      observe(membrane, "scope", "kestrel");
      EraseReport done = membrane.revision().erase(EraseRequest.ofScope("scope"));
      assertThat(done.dataKeyDestroyed()).isFalse();
    }
  }

  /** Somebody writes to a scope just before its key is destroyed. */
  private static final class BusyStore extends ForwardingStore {

    BusyStore(SqliteStore store) {
      super(store);
    }

    @Override
    public boolean destroyKey(String scope) {
      try (Membrane other = membrane(this)) {
        observe(other, scope, "heron");
      }
      return super.destroyKey(scope);
    }
  }

  @Test
  void while_a_former_run_of_the_scope_is_left_its_key_stays() {
    KeptRun run =
        new KeptRun(
            "run", "scope", Sensitivity.LOW, second(0), Map.of("kestrel", 1), Map.of(), List.of());
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      store.commit(Changeset.builder().keepRun(run).build());
      Changeset drop = Changeset.builder().dropRun(run.id()).build();
      store.commit(drop.with(HistorySteps.NONE.keptAt(second(2))));
      assertThat(store.keptRunsOf(List.of(run.id()))).isEmpty();
      assertThat(store.destroyKey("scope")).isFalse();
      assertThat(store.history().orElseThrow().runs(second(1), List.of(run.id())))
          .containsExactly(run);
      store.commit(Changeset.builder().build().with(HistorySteps.expiring(second(3))));
      assertThat(store.destroyKey("scope")).isTrue();
    }
  }

  private static Instant second(int seconds) {
    return SampleRecords.START.truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
  }

  @Test
  void a_key_that_is_missing_is_not_taken_for_one_that_was_destroyed() throws Exception {
    Path keys = DataKeyFile.pathOf(folder.resolve("m.db"));
    Path earlier = folder.resolve("earlier");
    String later;
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      observe(membrane, "first", "kestrel");
      Files.copy(keys, earlier);
      later = observe(membrane, "second", "heron");
    }
    Path complete = folder.resolve("complete");
    Files.copy(keys, complete);
    Files.copy(earlier, keys, StandardCopyOption.REPLACE_EXISTING);
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      assertThatThrownBy(() -> store.get(List.of(later)))
          .isInstanceOf(UnreadableRecordException.class);
      assertThatThrownBy(store::rebuild)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the words of record " + later + " cannot be decrypted");
    }
    Files.copy(complete, keys, StandardCopyOption.REPLACE_EXISTING);
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      assertThat(found(membrane, "heron")).contains(later);
      assertVerified(store);
      assertThat(store.rebuild()).isTrue();
      assertVerified(store);
    }
  }

  @Test
  void the_key_of_a_scope_that_a_record_has_left_stays() {
    MemoryRecord record = SampleRecords.fact(1, "before", SampleRecords.START);
    MemoryRecord moved = record.toBuilder().scope("after").build();
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      store.commit(
          Changeset.builder().change(SampleRecords.insert(record, Map.of("word", 1))).build());
      StoredRecord before = store.get(List.of(record.id())).get(0);
      store.commit(
          Changeset.builder()
              .change(
                  new Change.Replace(
                      before.version(),
                      moved,
                      before.anchor(),
                      new Terms(Map.of("word", 1)),
                      "nonce",
                      List.of()))
              .build());
      assertThat(store.destroyKey("before")).isFalse();
      assertThat(store.get(List.of(record.id()))).hasSize(1);
    }
  }

  @Test
  void a_commit_that_was_prepared_with_the_key_is_not_written_after_it() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db")) {
      Runnable prepared =
          store.prepare(
              Changeset.builder()
                  .change(
                      SampleRecords.insert(
                          SampleRecords.fact(1, "scope", SampleRecords.START), Map.of("word", 1)))
                  .build());
      assertThat(store.destroyKey("scope")).isTrue();
      assertThatThrownBy(prepared::run).isInstanceOf(ConflictException.class);
      assertVerified(store);
    }
  }

  @Test
  void an_erasure_that_ends_between_the_two_files_is_finished_later() throws Exception {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      observe(membrane, "gone", "kestrel");
    }
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(new DyingStore(store))) {
      assertThatThrownBy(() -> erase(membrane, "gone"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(wrappedKeys()).isEmpty();
      assertThat(store.keys("erasure:", "", 1)).hasSize(1);
    }
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      erase(membrane, "other");
      assertThat(store.keys("erasure:", "", 1)).isEmpty();
      assertThat(new AuditVerifier(store, checked -> {}).verify().erased()).isEqualTo(1);
      assertVerified(store);
    }
  }

  @Test
  void who_repeats_an_interrupted_erasure_is_told_what_it_has_erased() {
    for (boolean isBeforeCommit : List.of(true, false)) {
      assertRepeated(isBeforeCommit ? DyingStore::new : LateDyingStore::new);
    }
  }

  private void assertRepeated(Function<SqliteStore, ForwardingStore> dying) {
    EraseRequest request = EraseRequest.ofScope("gone").because("they asked");
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(dying.apply(store))) {
      observe(membrane, "gone", "kestrel");
      assertThatThrownBy(() -> membrane.revision().erase(request))
          .isInstanceOf(StoreUnavailableException.class);
    }
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      EraseReport done = membrane.revision().erase(request);
      assertThat(done.records()).isEqualTo(Map.of(MemoryType.SEMANTIC, 1L));
      assertThat(membrane.audit().of(done.proofId())).hasSize(1);
      assertThat(done.dataKeyDestroyed()).isTrue();
      assertThat(membrane.revision().erase(request).proofId()).isEmpty();
    }
  }

  /** Fails after the commit that follows the end of the key. */
  private static final class LateDyingStore extends ForwardingStore {

    private boolean isDestroyed;

    LateDyingStore(SqliteStore store) {
      super(store);
    }

    @Override
    public boolean destroyKey(String scope) {
      isDestroyed = true;
      return super.destroyKey(scope);
    }

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      if (isDestroyed) {
        throw new StoreUnavailableException("the process has ended");
      }
    }
  }

  /** Fails once the key is destroyed. */
  private static final class DyingStore extends ForwardingStore {

    DyingStore(SqliteStore store) {
      super(store);
    }

    @Override
    public boolean destroyKey(String scope) {
      super.destroyKey(scope);
      throw new StoreUnavailableException("the process has ended");
    }
  }

  private static void erase(Memory membrane, String scope) {
    var unused = membrane.revision().erase(EraseRequest.ofScope(scope));
  }

  private static List<String> found(Memory membrane, String task) {
    return membrane
        .retrieval()
        .retrieve(RetrieveRequest.builder().trust(ALL).taskDescriptor(task).build())
        .records()
        .stream()
        .map(it -> it.id())
        .toList();
  }

  private static Vector vector() {
    return Vector.of(new float[] {1, 2, 3});
  }

  private static void assertVerified(SqliteStore store) {
    assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
  }

  /** The keys of scopes as they are stored. */
  private List<String> wrappedKeys() throws SQLException {
    Path keys = DataKeyFile.pathOf(folder.resolve("m.db"));
    List<String> wrapped = new ArrayList<>();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + keys);
        var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT wrapped FROM data_key WHERE id > 1")) {
      while (rows.next()) {
        wrapped.add(rows.getString(1));
      }
    }
    return wrapped;
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
