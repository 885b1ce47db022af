package dev.membrane.store.sqlite;

import static dev.membrane.store.sqlite.WordFacts.membrane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListRecordsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.access.NoteValues;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.transfer.Exporter;
import dev.membrane.internal.transfer.Importer;
import dev.membrane.internal.transfer.Moved;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.sqlite.internal.crypto.DataKeyFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stages noted of a scope that was erased, in a copy from before with the keys from after. */
final class ErasedNotesTest {

  private static final String NOTES = "note:";
  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;

  @Test
  void a_later_run_is_not_learned_together_with_erased_ones() throws Exception {
    copy(2, false);
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThat(exported(store)).contains("kept heron").doesNotContain("kestrel");
      run(membrane, "gone", "c", "please do it", "other");
      learn(membrane);
      assertThat(records(membrane, "gone")).doesNotContain("skill:", "kestrel");
      run(membrane, "gone", "d", "please do it", "other");
      learn(membrane);
      assertThat(records(membrane, "gone"))
          .contains("please do it", "skill:fetch+store", "\"success_count\":2")
          .doesNotContain("kestrel");
      assertThat(records(membrane, "kept")).contains("kept heron", "\"success_count\":2");
      assertThat(exported(store)).doesNotContain("kestrel");
    }
  }

  @Test
  void nor_with_one_that_an_earlier_version_has_noted() throws Exception {
    copy(1, true);
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      assertThat(exported(store)).contains("kept heron").doesNotContain("kestrel");
      run(membrane, "gone", "c", "please do it", "other");
      learn(membrane);
      assertThat(records(membrane, "gone")).doesNotContain("skill:", "kestrel");
      assertThat(exported(store)).doesNotContain("kestrel");
    }
  }

  @Test
  void who_erases_the_scope_again_removes_them() throws Exception {
    copy(2, false);
    try (SqliteStore store = KeyFiles.open(folder, "yesterday.db");
        Membrane membrane = membrane(store)) {
      List<Key> before = store.keys(NOTES, "", 100);
      List<Key> ofOther =
          before.stream().filter(note -> note.value().startsWith("[\"kept\",")).toList();
      assertThat(ofOther).isNotEmpty().hasSizeLessThan(before.size());
      erase(membrane);
      assertThat(store.keys(NOTES, "", 100)).containsExactlyInAnyOrderElementsOf(ofOther);
      assertThat(records(membrane, "kept")).contains("kept heron");
      assertThat(store.rebuild()).isTrue();
      assertThat(new AuditVerifier(store, checked -> {}).verify().broken()).isNull();
    }
  }

  @Test
  void notes_of_an_earlier_version_are_learned_from_and_sealed_when_they_change() {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      run(membrane, "kept", "a", "kept heron", "one");
      learn(membrane);
      open(store);
      run(membrane, "kept", "b", "kept heron", "two");
      learn(membrane);
      assertThat(records(membrane, "kept")).contains("skill:fetch+store", "\"success_count\":2");
      assertThat(store.keys(NOTES, "", 100))
          .isNotEmpty()
          .noneMatch(note -> note.value().contains("heron"));
    }
  }

  @Test
  void an_export_has_them_in_clear_and_can_be_imported_twice() throws Exception {
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      run(membrane, "kept", "a", "kept heron", "one");
      learn(membrane);
      byte[] export = exported(store).getBytes(StandardCharsets.UTF_8);
      Moved again =
          new Importer(store, (done, all) -> {}).load(new ByteArrayInputStream(export), 0);
      assertThat(again.known()).isPositive();
      try (MemoryStore other = SqliteStore.open(folder.resolve("plain.db"));
          Membrane memory = membrane(other)) {
        var unused =
            new Importer(other, (done, all) -> {}).load(new ByteArrayInputStream(export), 0);
        run(memory, "kept", "b", "kept heron", "two");
        learn(memory);
        assertThat(records(memory, "kept")).contains("\"success_count\":2");
      }
    }
  }

  /**
   * Makes the copy, and erases one of its two scopes elsewhere.
   *
   * @param isOfEarlierVersion whether the notes of the copy are as earlier versions wrote them
   */
  private void copy(int runs, boolean isOfEarlierVersion) throws Exception {
    Path copy = folder.resolve("yesterday.db");
    try (SqliteStore store = KeyFiles.open(folder, "m.db");
        Membrane membrane = membrane(store)) {
      for (int i = 0; i < runs; i++) {
        run(membrane, "gone", "run" + i, "import the chart of kestrel", "kestrel");
      }
      run(membrane, "kept", "a", "kept heron", "one");
      run(membrane, "kept", "b", "kept heron", "two");
      learn(membrane);
      if (isOfEarlierVersion) {
        open(store);
      }
      WordFacts.backUp(folder.resolve("m.db"), copy);
      erase(membrane);
    }
    Files.copy(DataKeyFile.pathOf(folder.resolve("m.db")), DataKeyFile.pathOf(copy));
  }

  /** Stores all notes as they are in a store that is not encrypted. */
  private static void open(SqliteStore store) {
    Changeset.Builder changes = Changeset.builder();
    NoteValues values = new NoteValues(store);
    for (Key note : store.keys(NOTES, "", 100)) {
      changes.removeKey(note);
      changes.addKey(new Key(note.name(), values.opened(note).orElseThrow(), null));
    }
    store.commit(changes.build());
  }

  private static void erase(Memory membrane) {
    var unused = membrane.revision().erase(EraseRequest.ofScope("gone"));
  }

  private static void run(
      Memory membrane, String scope, String episode, String asked, String target) {
    IngestOptions options = IngestOptions.NONE.scope(scope).episode(episode);
    String id =
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("user")
                    .eventKind("ask")
                    .ref("1")
                    .summary(asked)
                    .options(options)
                    .build())
            .id();
    for (String tool : List.of("fetch", "store")) {
      membrane
          .ingestion()
          .toolOutput(
              ToolOutputRequest.builder()
                  .source("agent")
                  .toolName(tool)
                  .args(new JsonObject(Map.of("target", new JsonString(target))))
                  .result(new JsonString("done"))
                  .options(options)
                  .build());
    }
    membrane.ingestion().outcome(OutcomeRequest.of("user", id, OutcomeStatus.SUCCESS));
  }

  private static void learn(Memory membrane) {
    var unused = membrane.maintenance().consolidate();
  }

  private static String exported(SqliteStore store) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var unused = new Exporter(store, true, (done, all) -> {}).write(out, "test", Instant.now());
    return out.toString(StandardCharsets.UTF_8);
  }

  /** All that a caller can list of a scope, as JSON. */
  private static String records(Memory membrane, String scope) {
    ListRecordsRequest page =
        ListRecordsRequest.builder().page(PageRequest.FIRST.under(ALL)).build();
    return membrane.listing().records(page).items().stream()
        .flatMap(record -> record.full().stream())
        .filter(record -> scope.equals(record.scope()))
        .map(new RecordCodec()::encode)
        .collect(Collectors.joining());
  }
}
