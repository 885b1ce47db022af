package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.DeleteRequest;
import dev.membrane.grpc.v1.GetAuditLogRequest;
import dev.membrane.grpc.v1.IngestObservationRequest;
import dev.membrane.grpc.v1.IngestRecordRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.ReinforceRequest;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import io.grpc.StatusRuntimeException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What time does to records of the packaged server, and what it leaves as evidence. */
@Execution(ExecutionMode.CONCURRENT)
class LifecycleIT {

  private static final TrustContext TRUST =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  /** So long that a sweep takes nothing away while the test reads, and short enough to be seen. */
  private static final int HALF_LIFE_SECONDS = 60;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"200ms", "1h"})
  void salience_follows_the_formula_however_often_it_is_swept(String interval) throws Exception {
    try (MembranedProcess server = server(Map.of("MEMBRANE_DECAY_INTERVAL", interval))) {
      MembraneServiceBlockingStub client = server.stub();
      Instant before = Instant.now();
      JsonObject record = ingest(client, HALF_LIFE_SECONDS, 0.8);
      Instant created = Instant.parse(Json.text(record, "created_at"));
      assertThat(created).isBetween(before.minusMillis(1), Instant.now());
      for (int i = 0; i < 12; i++) {
        LockSupport.parkNanos(Duration.ofMillis(330).toNanos());
        double most = formula(created, Instant.now());
        double salience = number(byId(client, Json.text(record, "id")), "salience");
        double least = formula(created, Instant.now());
        assertThat(salience).as("reading %s", i).isBetween(least - 1e-9, most + 1e-9);
      }
    }
  }

  @Test
  void what_java_records_of_the_process_is_written_when_it_stops() throws Exception {
    Path recording = folder.resolve("recording.jfr");
    // Else Java says on the first line that it records.
    String options = "-Xlog:jfr+startup=off -XX:StartFlightRecording=filename=" + recording;
    try (MembranedProcess server = server(Map.of("MEMBRANE_JAVA_OPTS", options))) {
      assertThat(server.stop()).isZero();
    }
    assertThat(recording).isNotEmptyFile();
  }

  @Test
  void the_audit_log_of_a_pruned_record_is_read_back() throws Exception {
    try (MembranedProcess server = server(Map.of("MEMBRANE_DECAY_INTERVAL", "200ms"))) {
      MembraneServiceBlockingStub client = server.stub();
      String id = Json.text(ingest(client, 1, 0.0011), "id");
      Instant patience = Instant.now().plusSeconds(300);
      while (isThere(client, id) && Instant.now().isBefore(patience)) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      assertThat(isThere(client, id)).isFalse();
      List<JsonObject> log = auditLog(client, id);
      assertThat(log).hasSize(2);
      assertThat(Json.text(log.get(1), "actor")).isEqualTo("decay/prune");
      assertThat(Json.text(log.get(1), "rationale"))
          .isEqualTo("Pruned: its salience fell below 0.001");
    }
  }

  @Test
  void one_changed_character_is_found_while_the_server_runs_and_after() throws Exception {
    String fact;
    try (MembranedProcess server = server(Map.of())) {
      MembraneServiceBlockingStub client = server.stub();
      fact = observe(client, "Go");
      String gone = observe(client, "Rust");
      var unused = client.reinforce(ReinforceRequest.newBuilder().setId(fact).build());
      var unused2 = client.delete(DeleteRequest.newBuilder().setId(gone).build());
      Verdict sound = verifyAudit();
      assertThat(sound.exitCode()).isZero();
      assertThat(sound.output())
          .containsPattern(
              "verified: 4 entries of 2 records\\Rformer states: 1\\Runsalted: 0 entries\\Rhead: [0-9a-f]{64}\\R");
      assertThat(server.stop()).isZero();
    }
    change("UPDATE audit SET rationale = replace(rationale, 'Ingested', 'ingested') WHERE rid = 1");
    assertBroken("record " + fact + ", entry 1: the rationale is not the one that was written");
    change("UPDATE audit SET rationale = replace(rationale, 'ingested', 'Ingested') WHERE rid = 1");
    assertThat(verifyAudit().exitCode()).isZero();

    change("UPDATE document SET doc = replace(doc, '\"Go\"', '\"No\"') WHERE rid = 1");
    assertBroken("record " + fact + ", entry 2: the record is not as it was left by this entry");
    change("UPDATE document SET doc = replace(doc, '\"No\"', '\"Go\"') WHERE rid = 1");
    change("UPDATE audit SET actor = 'mallory' WHERE rid = 1 AND seq = 2");
    assertBroken(
        "record " + fact + ", entry 2: the entry, or one before it, is not as it was written");
  }

  @Test
  void verify_audit_says_in_one_line_that_there_is_nothing_to_verify() throws Exception {
    Verdict none = verifyAudit();

    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.output()).containsPattern("membraned: .*membrane.db: no such file");
    assertThat(none.output()).doesNotContain("Exception");
  }

  @Test
  void what_was_exported_beside_the_server_is_served_from_another_file() throws Exception {
    Verdict sound;
    String fact;
    try (MembranedProcess server = server(Map.of())) {
      MembraneServiceBlockingStub client = server.stub();
      fact = observe(client, "Go");
      String gone = observe(client, "Rust");
      var unused = client.reinforce(ReinforceRequest.newBuilder().setId(fact).build());
      var unused2 = client.delete(DeleteRequest.newBuilder().setId(gone).build());
      Verdict exported = command("export", "all.ndjson");
      assertThat(exported.output()).contains("exported: 1 record, 1 tombstone, ");
      assertThat(exported.exitCode()).isZero();
      Verdict inUse = command("import", "all.ndjson");
      assertThat(inUse.output())
          .containsPattern("membraned: .*membrane.db: another process has it open")
          .doesNotContain("Exception");
      assertThat(inUse.exitCode()).isEqualTo(1);
      sound = verifyAudit();
    }
    Verdict imported = command("--db", "other.db", "import", "all.ndjson");
    assertThat(imported.output()).contains("imported: 1 record, 1 tombstone, ");
    assertThat(imported.exitCode()).isZero();
    assertThat(command("--db", "other.db", "import", "all.ndjson").output())
        .contains("imported: 0 records, 0 tombstones, ", "; there already: ");
    assertThat(command("--db", "other.db", "import", "-"))
        .isEqualTo(new Verdict(1, "membraned: -: is empty\n"));
    assertThat(command("--db", "other.db", "verify-audit").output())
        .isEqualTo(sound.output().replace("former states: 1\n", ""));
    assertThat(withoutTime(command("--db", "other.db", "export", "-").output()))
        .isEqualTo(withoutTime(Files.readString(folder.resolve("all.ndjson"))));
    try (MembranedProcess server = server(Map.of("MEMBRANE_DB_PATH", "other.db"))) {
      assertThat(auditLog(server.stub(), fact)).hasSize(2);
      assertThat(Json.text(byId(server.stub(), fact), "payload.object")).isEqualTo("Go");
    }
  }

  @Test
  void what_is_erased_while_no_server_runs_is_in_no_file() throws Exception {
    Files.writeString(folder.resolve("words.txt"), "Rustaceans\n");
    String gone;
    try (MembranedProcess server = server(Map.of())) {
      gone = observe(server.stub(), "Rustaceans");
      observe(server.stub(), "Go");
      assertThat(command("scan-for", "words.txt"))
          .satisfies(
              found -> {
                assertThat(found.exitCode()).isEqualTo(3);
                assertThat(found.output()).contains(": Rustaceans at ", "found: ");
              });
      assertThat(command("erase", "--record", gone).output())
          .contains("another process has it open")
          .doesNotContain("Exception");
      assertThat(server.stop()).isZero();
    }
    assertThat(command("erase", "--record", gone, "--dry-run").output())
        .contains("would erase: 1 semantic; learned from them: none", "records: " + gone)
        .doesNotContain("proof");
    assertThat(command("scan-for", "words.txt").exitCode()).isEqualTo(3);
    assertThat(command("erase", "--record", gone, "--reason", "they asked").output())
        .contains("erased: 1 semantic")
        .containsPattern("proof: [0-9a-f-]{36}\\Rdigest: [0-9a-f]{64}");
    assertThat(command("scan-for", "words.txt")).isEqualTo(new Verdict(0, "found: nothing\n"));
    assertThat(command("erase", "--record", gone, "--scope", "here").exitCode()).isEqualTo(2);
    assertThat(command("erase", "--record", "none"))
        .isEqualTo(new Verdict(1, "membraned: record not found\n"));
    assertThat(verifyAudit().output())
        .contains("erased: 1 record", "by ")
        .containsPattern("verified: ");
    for (Verdict mistyped :
        List.of(
            command("--db", "none.db", "erase", "--scope", "here"),
            command("--db", "none.db", "scan-for", "words.txt"))) {
      assertThat(mistyped.exitCode()).isEqualTo(1);
      assertThat(mistyped.output()).endsWith("none.db: no such file\n").hasLineCount(1);
    }
    assertThat(folder.resolve("none.db")).doesNotExist();
  }

  @Test
  void a_database_is_encrypted_its_key_is_changed_and_its_export_is_encrypted() throws Exception {
    try (MembranedProcess server = server(Map.of())) {
      observe(server.stub(), "Rustaceans");
      assertThat(server.stop()).isZero();
    }
    Files.writeString(folder.resolve("words.txt"), "Rustaceans\n");
    Verdict sound = verifyAudit();
    useKey("old.key");
    assertThat(command("verify-audit").output()).contains("`membraned encrypt` encrypts it");
    assertThat(command("encrypt").output()).startsWith("encrypted: 1 records");
    assertThat(command("encrypt")).isEqualTo(new Verdict(0, "encrypted: it was already\n"));
    assertThat(verifyAudit()).isEqualTo(sound);
    assertThat(command("scan-for", "words.txt").exitCode()).isZero();
    key("new.key");
    assertThat(command("rotate-keys", "--new-key-file", "new.key").output())
        .startsWith("rotated: new.key opens it");
    assertThat(command("verify-audit").exitCode()).isEqualTo(78);
    useKey("new.key");
    assertThat(verifyAudit()).isEqualTo(sound);
    assertThat(command("export", "all.encrypted").exitCode()).isZero();
    assertThat(command("scan-for", "words.txt").exitCode()).isZero();
    assertThat(command("--db", "other.db", "import", "all.encrypted").exitCode()).isZero();
    assertThat(command("--db", "other.db", "verify-audit")).isEqualTo(sound);
  }

  private void useKey(String name) throws IOException {
    key(name);
    Files.writeString(folder.resolve("config.yaml"), "encryption_key_file: " + name + "\n");
  }

  private void key(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, Digest.of(name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** The lines of an export but the first, which says when it was made, and the last. */
  private static List<String> withoutTime(String export) {
    return export.lines().filter(line -> line.matches("\\{\"line\":\"(?!header|end).*")).toList();
  }

  private MembranedProcess server(Map<String, String> environment) throws Exception {
    Path script = MembranedProcess.home().resolve("bin/membraned");
    return MembranedProcess.running(script, folder, environment).awaitServing();
  }

  private record Verdict(int exitCode, String output) {}

  private Verdict verifyAudit() throws Exception {
    return command("verify-audit");
  }

  private Verdict command(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(MembranedProcess.home().resolve("bin/membraned").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true);
    builder.environment().put("MEMBRANE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Verdict(process.waitFor(), output);
  }

  private void assertBroken(String finding) throws Exception {
    Verdict verdict = verifyAudit();
    assertThat(verdict.output()).contains("broken: " + finding);
    assertThat(verdict.exitCode()).isEqualTo(3);
  }

  private void change(String sql) throws SQLException {
    Path database = folder.resolve("membrane.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }

  private static double formula(Instant created, Instant at) {
    return 0.8 * Math.pow(2, -(Duration.between(created, at).toNanos() / 1e9) / HALF_LIFE_SECONDS);
  }

  private static JsonObject ingest(
      MembraneServiceBlockingStub client, int halfLifeSeconds, double salience) {
    String record =
        """
        {"type": "semantic", "sensitivity": "low", "salience": %s,
         "lifecycle": {"decay": {"half_life_seconds": %s}},
         "provenance": {"sources": [{"kind": "event", "ref": "r"}]},
         "payload": {"kind": "semantic", "subject": "s", "predicate": "p", "object": 1,
          "validity": {"mode": "global"}}}
        """
            .formatted(salience, halfLifeSeconds);
    return Json.object(
        client
            .ingestRecord(
                IngestRecordRequest.newBuilder().setSource("agent").setRecord(record).build())
            .getRecord());
  }

  private static String observe(MembraneServiceBlockingStub client, String object) {
    return Json.text(
        Json.object(
            client
                .ingestObservation(
                    IngestObservationRequest.newBuilder()
                        .setSource("agent")
                        .setSubject("user")
                        .setPredicate("prefers")
                        .setObject("\"" + object + "\"")
                        .build())
                .getRecord()),
        "id");
  }

  private static boolean isThere(MembraneServiceBlockingStub client, String id) {
    try {
      return byId(client, id) != null;
    } catch (StatusRuntimeException gone) {
      return false;
    }
  }

  private static JsonObject byId(MembraneServiceBlockingStub client, String id) {
    return Json.object(
        client
            .retrieveByID(RetrieveByIDRequest.newBuilder().setId(id).setTrust(TRUST).build())
            .getRecord());
  }

  private static double number(JsonObject record, String path) {
    return ((JsonNumber) Json.at(record, path)).doubleValue();
  }

  private static List<JsonObject> auditLog(MembraneServiceBlockingStub client, String id) {
    return client
        .getAuditLog(GetAuditLogRequest.newBuilder().setId(id).build())
        .getEntriesList()
        .stream()
        .map(Json::object)
        .toList();
  }
}
