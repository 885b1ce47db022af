package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.audit.AuditReport;
import dev.membrane.internal.audit.AuditVerifier;
import dev.membrane.internal.move.StoreCopy;
import dev.membrane.internal.scan.WordScan;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Embedding;
import dev.membrane.spi.EncryptedCopy;
import dev.membrane.spi.Key;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.Vector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a database has is in its encrypted copy, however often the process is killed that makes it.
 * {@code -Dmembrane.store.kills} says how often.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class EncryptedCopyTest {

  private static final int KILLS = Integer.getInteger("membrane.store.kills", 3);
  private static final int RECORDS = 30 * Math.max(5, KILLS);
  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  @TempDir private Path folder;

  /** Encrypts the database of its first argument with the key of its second. */
  static final class Encrypting {

    private Encrypting() {}

    public static void main(String[] args) throws Exception {
      SqliteConfig config = new SqliteConfig(Path.of(args[0])).encryptedWith(Path.of(args[1]));
      System.out.println("begun");
      Optional<EncryptedCopy> copying = new SqliteEncryption(config).encryptedCopy(null);
      if (copying.isPresent()) {
        try (EncryptedCopy copy = copying.get()) {
          var unused =
              new StoreCopy(copy.plain(), copy.encrypted(), (done, all) -> {})
                  .run("test", Instant.now());
          copy.complete();
          copy.finish();
        }
      }
    }
  }

  @Test
  void a_killed_copy_goes_on_and_has_everything() throws Exception {
    Path database = folder.resolve("membrane.db");
    Path key = KeyFiles.make(folder.resolve("key"));
    SqliteConfig encrypted = new SqliteConfig(database).encryptedWith(key);
    List<String> before;
    try (SqliteStore store = SqliteStore.open(database)) {
      before = told(store, fill(store));
    }
    Random random = new Random(1);
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(database, key);
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      if (!process.waitFor(random.nextInt(2_500), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      boolean isDone = EncryptionCheck.isMarked(database);
      try (SqliteReader reader =
          SqliteReader.open(isDone ? encrypted : new SqliteConfig(database))) {
        assertThat(reader.auditLogs("", 2 * RECORDS)).hasSize(RECORDS);
      }
    }
    assertThat(start(database, key).waitFor()).isZero();
    assertThat(new WordScan(List.of("kestrel")).in(folder)).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .doesNotContain("membrane.db-wal")
          .allMatch(name -> !name.contains("-encrypting"));
    }
    try (SqliteStore store = SqliteStore.open(encrypted)) {
      assertThat(told(store, before.subList(before.size() - RECORDS, before.size())))
          .isEqualTo(before);
    }
  }

  /** The ids of the records. */
  private static List<String> fill(SqliteStore store) {
    List<String> ids = new ArrayList<>();
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (int number = 0; number < RECORDS; number++) {
        String id = observe(membrane, number);
        ids.add(id);
        store.commit(
            Changeset.builder()
                .embed(new Embedding(id, "model", Vector.of(new float[] {1, number, 3})))
                .build());
        if (number % 5 == 0) {
          membrane.revision().contest(id, "kestrel", "kestrel");
        }
      }
      var unused =
          membrane
              .retrieval()
              .retrieve(
                  RetrieveRequest.builder()
                      .trust(ALL)
                      .taskDescriptor("kestrel")
                      .receipt(true)
                      .build());
    }
    return ids;
  }

  private static String observe(Membrane membrane, int number) {
    return membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject("kestrel " + number)
                .predicate("is")
                .object(new JsonString("kestrel " + number))
                .options(IngestOptions.NONE.scope("scope " + number % 7))
                .build())
        .id();
  }

  /** What a store tells, and at the end the ids. */
  private static List<String> told(SqliteStore store, List<String> ids) {
    List<String> told = new ArrayList<>();
    AuditReport report = new AuditVerifier(store, checked -> {}).verify();
    assertThat(report.broken()).isNull();
    assertThat(report.versions()).isPositive();
    told.add(report.head() + " " + report.entries() + " " + report.versions());
    told.addAll(keys(store, "receipt:"));
    told.addAll(store.find(List.of("history")).stream().map(Key::toString).toList());
    try (Membrane membrane = Membrane.builder().store(store).backgroundJobs(false).build()) {
      for (String id : ids.subList(0, 20)) {
        told.add(membrane.audit().history(id, PageRequest.FIRST).toString());
      }
    }
    told.addAll(ids);
    return told;
  }

  private static List<String> keys(StoreReader store, String prefix) {
    List<String> keys = store.keys(prefix, "", 10).stream().map(Key::toString).toList();
    assertThat(keys).isNotEmpty();
    return keys;
  }

  private static Process start(Path database, Path key) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Encrypting.class.getName(),
            database.toString(),
            key.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
