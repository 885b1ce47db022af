package dev.membrane.server.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.server.StartException;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Export and import as an operator meets them. */
class ExportImportTest {

  @TempDir private Path folder;

  private final MemoryStore store = new InMemoryStore();
  private final Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final ExportImport moves =
      new ExportImport(new PrintWriter(out), new PrintWriter(err), "1.2.3", InstantSource.system());

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  private String remember(String ref) {
    EventRequest event =
        EventRequest.builder()
            .source("agent")
            .eventKind("note")
            .ref(ref)
            .options(IngestOptions.NONE.scope("here"))
            .build();
    return membrane.ingestion().event(event).record().id();
  }

  private MemoryStore open() {
    return new Unclosed(store);
  }

  private static class Unclosed extends ForwardingStore {

    Unclosed(MemoryStore store) {
      super(store);
    }

    @Override
    public void abandon() {}

    @Override
    public void close() {}
  }

  @Test
  void a_file_is_there_when_it_is_whole_and_its_owner_alone_may_read_it() throws Exception {
    String unused = remember("one");
    moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain);
    assertThat(names()).containsExactly("all.ndjson");
    assertThat(out)
        .hasToString(
            "exported: 1 record, 0 tombstones, 0 other keys, 0 other work rows, 0 vectors, 0 kept runs"
                + System.lineSeparator());
    assertThat(Files.getPosixFilePermissions(folder.resolve("all.ndjson")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.readAllLines(folder.resolve("all.ndjson"))).hasSize(3);

    MemoryStore target = new InMemoryStore();
    moves.load(() -> new Unclosed(target), file("all.ndjson"), Optional::empty);
    moves.load(() -> new Unclosed(target), file("all.ndjson"), Optional::empty);
    assertThat(out.toString())
        .contains("imported: 1 record, ")
        .endsWith(" 0 vectors, 0 kept runs; there already: 1" + System.lineSeparator());
    assertThat(target.auditLogs("", 9)).isEqualTo(store.auditLogs("", 9));
  }

  /** What it has not erased yet would stay where the export is imported. */
  @Test
  void an_export_warns_of_an_erasure_that_is_not_finished() {
    moves.export(this::open, file("before.ndjson"), false, ExportImportTest::plain);
    assertThat(err.toString()).doesNotContain("erasure");
    store.commit(
        Changeset.builder().addKey(new Key(ErasureKeys.PREFIX + "begun", "{}", null)).build());
    moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain);
    assertThat(err.toString()).contains("warning: an erasure is not finished;");
  }

  @Test
  void a_file_that_is_there_is_left_alone() throws Exception {
    Files.writeString(folder.resolve("membrane.db"), "precious");
    assertRefused(
        () -> moves.export(this::open, file("membrane.db"), false, ExportImportTest::plain),
        file("membrane.db") + ": is there already, and is not overwritten");
    assertThat(names()).containsExactly("membrane.db");
    assertThat(folder.resolve("membrane.db")).hasContent("precious");
  }

  @Test
  void what_was_left_by_an_export_that_was_killed_is_no_obstacle() throws Exception {
    Files.writeString(folder.resolve("all.ndjson.part"), "x".repeat(100_000));
    moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain);
    assertThat(names()).containsExactly("all.ndjson");
    assertThat(Files.size(folder.resolve("all.ndjson"))).isLessThan(1_000);
  }

  @Test
  void two_exports_do_not_write_one_file() throws Exception {
    Path part = folder.resolve("all.ndjson.part");
    try (FileChannel other =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.lock().isValid()).isTrue();
      assertRefused(
          () -> moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain),
          file("all.ndjson") + ": is being written already");
      assertThat(part).exists();
    }
  }

  @Test
  void an_export_that_fails_leaves_nothing() throws Exception {
    String id = remember("one");
    Supplier<MemoryStore> damaged = () -> new Damaged(store);
    assertRefused(
        () -> moves.export(damaged, file("all.ndjson"), false, ExportImportTest::plain),
        file("all.ndjson") + ": record " + id + " cannot be read: torn");
    assertThat(names()).isEmpty();
    assertRefused(
        () -> moves.export(this::open, file("no/all.ndjson"), false, ExportImportTest::plain),
        file("no/all.ndjson") + ": the folder does not exist");
  }

  /** Shows the records of its trails as torn. */
  private static final class Damaged extends ForwardingStore {

    Damaged(MemoryStore store) {
      super(store);
    }

    @Override
    public Optional<Contents> contents() {
      return Optional.of(
          listener -> {
            listener.begin(1);
            auditLogs("", 9)
                .forEach(
                    trail ->
                        listener.kept(new Contents.Kept(torn(trail), List.of(), List.of(), null)));
          });
    }

    private static AuditTrail torn(AuditTrail trail) {
      return new AuditTrail(
          trail.id(), trail.scope(), trail.sensitivity(), null, "torn", trail.links());
    }

    @Override
    public void close() {}
  }

  @Test
  void an_export_says_how_many_records_it_has_left_out() {
    MemoryStore restored =
        new Unclosed(store) {
          @Override
          public Optional<Contents> contents() {
            return Optional.of(
                listener -> {
                  listener.begin(2);
                  listener.erased("01890a5d-ac96-774b-bcce-b302099a8057");
                  listener.erased("01890a5d-ac96-774b-bcce-b302099a8058");
                });
          }
        };
    moves.export(() -> restored, file("all.ndjson"), false, ExportImportTest::plain);
    assertThat(out.toString())
        .startsWith("exported: 0 records")
        .endsWith("; left out, as the data key was destroyed: 2 records" + System.lineSeparator());
  }

  @Test
  void a_store_is_not_opened_for_a_file_that_is_not_whole() throws Exception {
    String unused = remember("one");
    moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain);
    List<String> lines = Files.readAllLines(folder.resolve("all.ndjson"));
    Files.write(folder.resolve("cut.ndjson"), lines.subList(0, 2));
    AtomicInteger opened = new AtomicInteger();
    Supplier<MemoryStore> counting =
        () -> {
          opened.incrementAndGet();
          return new InMemoryStore();
        };
    assertRefused(
        () -> moves.load(counting, file("cut.ndjson"), Optional::empty),
        file("cut.ndjson") + ": is cut off after line 2: the last line is missing");
    assertRefused(
        () -> moves.load(counting, file("none.ndjson"), Optional::empty),
        file("none.ndjson") + ": no such file");
    assertRefused(() -> moves.load(counting, file(""), Optional::empty), folder + ": is a folder");
    assertThat(opened).hasValue(0);
  }

  @Test
  void a_store_that_cannot_write_is_told_in_the_words_of_its_database() throws Exception {
    String unused = remember("one");
    moves.export(this::open, file("all.ndjson"), false, ExportImportTest::plain);
    Supplier<MemoryStore> full =
        () ->
            new ForwardingStore(new InMemoryStore()) {
              @Override
              public void commit(Changeset changeset) {
                throw new StoreUnavailableException(
                    "the database cannot be written", new IOException("disk is full"));
              }
            };
    assertRefused(
        () -> moves.load(full, file("all.ndjson"), Optional::empty),
        "the database cannot be written: disk is full");
  }

  @Test
  void a_store_that_cannot_be_read_is_named_with_the_reason_of_its_database() {
    Supplier<MemoryStore> damaged =
        () ->
            new Unclosed(store) {
              @Override
              public Optional<Contents> contents() {
                throw new StoreUnavailableException(
                    "the database cannot be read", new IOException("page 7 is malformed"));
              }

              @Override
              public String toString() {
                return "m.db";
              }
            };
    assertRefused(
        () -> moves.export(damaged, file("all.ndjson"), false, ExportImportTest::plain),
        "m.db: the database cannot be read: page 7 is malformed");
  }

  @Test
  void an_export_that_is_encrypted_is_read_with_its_key_only() throws IOException {
    String unused = remember("kestrel");
    byte[] key = "k".repeat(32).getBytes(StandardCharsets.UTF_8);
    byte[] other = "o".repeat(32).getBytes(StandardCharsets.UTF_8);
    String file = file("all.encrypted");
    moves.export(this::open, file, false, store -> Optional.of(key));
    byte[] bytes = Files.readAllBytes(folder.resolve("all.encrypted"));
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("kestrel", "record");
    MemoryStore target = new InMemoryStore();
    assertRefused(
        () -> moves.load(() -> target, file, Optional::empty),
        file + ": is encrypted; --key-file names the key");
    assertRefused(
        () -> moves.load(() -> target, file, () -> Optional.of(other)),
        file + ": is encrypted with another key, or damaged");
    Files.write(folder.resolve("cut"), Arrays.copyOf(bytes, bytes.length - 20));
    assertRefused(
        () -> moves.load(() -> target, file("cut"), () -> Optional.of(key)),
        file("cut") + ": is encrypted, and ends too early");
    bytes[bytes.length - 20] ^= 1;
    Files.write(folder.resolve("damaged"), bytes);
    assertRefused(
        () -> moves.load(() -> target, file("damaged"), () -> Optional.of(key)),
        file("damaged") + ": is encrypted, and damaged");
    assertThat(target.auditLogs("", 9)).isEmpty();
    moves.load(() -> new Unclosed(target), file, () -> Optional.of(key));
    assertThat(target.auditLogs("", 9)).isEqualTo(store.auditLogs("", 9));
  }

  private static Optional<byte[]> plain(StoreReader store) {
    return Optional.empty();
  }

  @Test
  void an_encrypted_store_is_exported_in_the_clear_only_if_that_is_said() {
    assertRefused(
        () -> ExportCommand.required(Optional.empty()),
        "the store is encrypted: add --key-file to encrypt the export, or --plain to write one that"
            + " anybody can read");
  }

  @Test
  void progress_is_a_bar_for_a_terminal_and_now_and_then_a_line_otherwise() {
    long[] now = {0};
    ProgressLine bar = new ProgressLine(new PrintWriter(err), true, "records", () -> now[0]);
    bar.at(1, 400);
    assertThat(err.toString()).isEmpty();
    now[0] = 1_000_000_000;
    bar.at(100, 400);
    assertThat(err.toString())
        .isEqualTo(
            "\r\u001b[K[" + "#".repeat(10) + ".".repeat(30) + "]  25%  100 of 400 records, 100/s");
    bar.end();
    assertThat(err.toString()).endsWith("\r\u001b[K");

    err.getBuffer().setLength(0);
    now[0] = 0;
    ProgressLine lines = new ProgressLine(new PrintWriter(err), false, "lines", () -> now[0]);
    for (int second = 1; second <= 12; second++) {
      now[0] = second * 1_000_000_000L;
      lines.at(second * 10L, 0);
    }
    lines.end();
    assertThat(err.toString().lines()).containsExactly("50 lines, 10/s", "100 lines, 10/s");
  }

  private static void assertRefused(Runnable command, String line) {
    assertThatThrownBy(command::run)
        .isInstanceOf(StartException.class)
        .satisfies(
            refused -> assertThat(((StartException) refused).faults()).containsExactly(line));
  }
}
