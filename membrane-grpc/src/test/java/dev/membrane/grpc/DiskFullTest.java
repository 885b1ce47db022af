package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.membrane.grpc.v1.IngestEventRequest;
import dev.membrane.grpc.v1.MembraneServiceGrpc.MembraneServiceBlockingStub;
import dev.membrane.grpc.v1.RetrieveByIDRequest;
import dev.membrane.grpc.v1.RetrieveRequest;
import dev.membrane.grpc.v1.TrustContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that fills up under a running server: a small file system in memory, which only root can
 * mount.
 */
class DiskFullTest {

  private static final TrustContext FULL =
      TrustContext.newBuilder().setMaxSensitivity("hyper").build();

  @TempDir Path folder;
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "only root can mount a small file system");
    disk = Files.createDirectory(folder.resolve("disk"));
    run("mount", "-t", "tmpfs", "-o", "size=16m", "membrane-test", disk.toString());
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      run("umount", disk.toString());
    }
  }

  @Test
  void a_full_disk_is_unavailable_until_there_is_room_and_nothing_acknowledged_is_lost()
      throws Exception {
    Map<String, String> acknowledged = new LinkedHashMap<>();
    Path ballast = disk.resolve("ballast");
    try (RunningServer server = RunningServer.on(disk.resolve("membrane.db"), Map.of())) {
      MembraneServiceBlockingStub client = server.client();
      for (int n = 0; n < 20; n++) {
        ingest(client, "before-" + n, acknowledged);
      }
      fill(ballast);

      StatusRuntimeException refusal = untilRefused(client, acknowledged);
      assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refusal.getStatus().getDescription())
          .isEqualTo("the store is unavailable, try again later");
      assertReadable(client, acknowledged);
      assertThat(server.metrics())
          .contains("membrane_store_seconds_count{operation=\"commit\",outcome=\"unavailable\"}");
      assertThat(server.http("GET", "/livez").statusCode()).isEqualTo(200);
      assertThat(server.http("GET", "/readyz").body()).contains("\nlast_write refused\n");

      Files.delete(ballast);
      ingest(client, "after", acknowledged);
      assertReadable(client, acknowledged);
      assertThat(server.http("GET", "/readyz").body()).doesNotContain("last_write");
    }
    try (RunningServer again = RunningServer.on(disk.resolve("membrane.db"), Map.of())) {
      assertReadable(again.client(), acknowledged);
      ingest(again.client(), "again", acknowledged);
    }
    System.out.printf("DiskFullTest: %s records acknowledged, all there%n", acknowledged.size());
  }

  /** What little is left in the write-ahead log still takes some. */
  private static StatusRuntimeException untilRefused(
      MembraneServiceBlockingStub client, Map<String, String> acknowledged) {
    for (int n = 0; ; n++) {
      try {
        ingest(client, "while-" + n, acknowledged);
      } catch (StatusRuntimeException refused) {
        return refused;
      }
    }
  }

  private static void ingest(
      MembraneServiceBlockingStub client, String ref, Map<String, String> acknowledged) {
    IngestEventRequest request =
        IngestEventRequest.newBuilder()
            .setSource("a")
            .setEventKind("k")
            .setRef(ref)
            .setSummary("x".repeat(20_000))
            .build();
    acknowledged.put(Json.record(client.ingestEvent(request).getRecord()).id(), ref);
  }

  private static void assertReadable(
      MembraneServiceBlockingStub client, Map<String, String> acknowledged) {
    acknowledged.forEach(
        (id, ref) ->
            assertThat(
                    client
                        .retrieveByID(
                            RetrieveByIDRequest.newBuilder().setId(id).setTrust(FULL).build())
                        .getRecord()
                        .toStringUtf8())
                .contains("\"ref\":\"" + ref + "\""));
    assertThat(
            client
                .retrieve(RetrieveRequest.newBuilder().setTrust(FULL).setLimit(10_000).build())
                .getRecordsCount())
        .isEqualTo(acknowledged.size());
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[4096];
    FileStore store = Files.getFileStore(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      while (store.getUsableSpace() >= block.length) {
        out.write(block);
      }
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), said).isZero();
  }
}
