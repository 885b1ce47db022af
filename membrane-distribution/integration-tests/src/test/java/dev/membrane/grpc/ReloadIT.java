package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** SIGHUP: keys and principals are read again while the packaged server runs. */
@Execution(ExecutionMode.CONCURRENT)
class ReloadIT {

  private static final String READ = "keys read again";
  private static final String KEPT = "reload refused, the old keys stay in use: ";

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    principals("ann", "first-key");
  }

  @Test
  void a_revoked_key_is_refused_from_the_next_call_on_and_a_new_one_is_known() throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub old = caller(server, "first-key");
      assertServed(old);

      principals("bob", "second-key");
      hangUp(server, READ);

      assertRefused(old, Status.Code.UNAUTHENTICATED);
      assertServed(caller(server, "second-key"));
      assertThat(server.errors()).contains("auth: 1 principal").doesNotContain("second-key");
      assertThat(server.stop()).isZero();
    }
  }

  @Test
  void a_principal_that_may_less_may_less_from_the_next_call_on() throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub ann = caller(server, "first-key");
      assertServed(ann);

      write("principals: [%s]".formatted(principal("ann", "first-key", "retrieve")));
      hangUp(server, READ);

      assertRefused(ann, Status.Code.PERMISSION_DENIED);
    }
  }

  @Test
  void a_bad_configuration_changes_nothing_and_each_fault_is_one_line() throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      MembraneServiceBlockingStub ann = caller(server, "first-key");

      write(
          "decay_intervall: 1h\nprincipals: [%s, {name: no key}]"
              .formatted(principal("bob", "second-key", "ingest")));
      hangUp(server, "principals[1].permissions");

      assertThat(faults(server))
          .anyMatch(line -> line.contains("decay_intervall"))
          .anyMatch(line -> line.contains("principals[1].api_key_sha256"))
          .anyMatch(line -> line.contains("principals[1].permissions"))
          .allSatisfy(line -> assertThat(line).doesNotContain("Exception"));
      assertServed(ann);
      assertRefused(caller(server, "second-key"), Status.Code.UNAUTHENTICATED);

      write("principals: [");
      hangUp(server, "not valid YAML");
      assertServed(ann);

      principals("bob", "second-key");
      hangUp(server, READ);
      assertRefused(ann, Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void a_server_that_asks_for_keys_does_not_begin_to_let_everybody_in() throws Exception {
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      write("decay_interval: 1h");
      hangUp(server, KEPT);

      assertThat(faults(server)).singleElement().asString().contains("api_key, principals: ");
      assertServed(caller(server, "first-key"));
      assertRefused(server.stub(), Status.Code.UNAUTHENTICATED);
    }
  }

  @Test
  void a_server_that_asked_for_none_begins_to_ask() throws Exception {
    write("decay_interval: 1h");
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      assertServed(server.stub());

      principals("ann", "first-key");
      hangUp(server, READ);

      assertRefused(server.stub(), Status.Code.UNAUTHENTICATED);
      assertServed(caller(server, "first-key"));
    }
  }

  @Test
  void a_running_server_takes_another_key_of_its_database() throws Exception {
    key("old.key");
    key("new.key");
    write("encryption_key_file: old.key");
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      assertServed(server.stub());
      write("encryption_key_file: new.key");
      hangUp(server, "the key of the store was changed");
      assertServed(server.stub());
      write("encryption_key_file: missing.key");
      hangUp(server, KEPT);
      assertServed(server.stub());
      server.kill();
    }
    write("encryption_key_file: new.key");
    try (MembranedProcess server = MembranedProcess.serving(folder)) {
      assertServed(server.stub());
      assertThat(server.stop()).isZero();
    }
  }

  private void key(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, Digest.of(name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** Sends the signal and waits for a further line of the log. */
  private static void hangUp(MembranedProcess server, String line) throws Exception {
    long before = count(server, line);
    server.signal("HUP");
    Instant end = Instant.now().plus(Duration.ofMinutes(5));
    while (count(server, line) == before) {
      assertThat(Instant.now()).as("%s in %s", line, server.errors()).isBefore(end);
      Thread.sleep(10);
    }
  }

  private static long count(MembranedProcess server, String line) throws IOException {
    return server.errors().lines().filter(said -> said.contains(line)).count();
  }

  private static List<String> faults(MembranedProcess server) throws IOException {
    return server.errors().lines().filter(said -> said.contains(KEPT)).toList();
  }

  private void principals(String name, String key) throws IOException {
    write("principals: [%s]".formatted(principal(name, key, "ingest, retrieve")));
  }

  private static String principal(String name, String key, String permissions) {
    return "{name: %s, api_key_sha256: %s, max_sensitivity: low, scopes: [s], permissions: [%s]}"
        .formatted(name, Digest.of(key), permissions);
  }

  private void write(String yaml) throws IOException {
    Files.writeString(folder.resolve("config.yaml"), yaml + "\n");
  }

  private static MembraneServiceBlockingStub caller(MembranedProcess server, String key) {
    return server.stub().withCallCredentials(BearerToken.of(key));
  }

  private static void assertServed(MembraneServiceBlockingStub caller) {
    assertThat(ingest(caller)).isNotZero();
  }

  private static void assertRefused(MembraneServiceBlockingStub caller, Status.Code code) {
    assertThat(Refusals.refusalOf(() -> ingest(caller)).getCode()).isEqualTo(code);
  }

  private static int ingest(MembraneServiceBlockingStub caller) {
    return caller
        .ingestEvent(
            IngestEventRequest.newBuilder()
                .setSource("agent")
                .setEventKind("note")
                .setRef("r")
                .setScope("s")
                .build())
        .getRecord()
        .size();
  }
}
