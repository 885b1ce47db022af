package dev.membrane.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.IngestEventRequest;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database, or its lock, that is removed or replaced under a running server. */
class LostDatabaseTest {

  @TempDir Path folder;

  @Test
  void a_database_that_was_removed_is_told_and_not_written() throws Exception {
    assertTold("membrane.db");
  }

  @Test
  void a_lock_that_was_removed_is_told_and_the_database_not_written() throws Exception {
    assertTold("membrane.db-lock");
  }

  private void assertTold(String name) throws Exception {
    Path path = folder.toRealPath().resolve(name);
    try (LogCapture log = new LogCapture("dev.membrane.store.sqlite");
        RunningServer server = RunningServer.on(folder.resolve("membrane.db"), Map.of())) {
      server.client().ingestEvent(event("before"));
      assertThat(server.http("GET", "/readyz").statusCode()).isEqualTo(200);
      Files.delete(path);

      for (String ref : List.of("after", "later")) {
        assertThat(Refusals.refusalOf(() -> server.client().ingestEvent(event(ref))))
            .extracting(Status::getCode)
            .isEqualTo(Status.Code.UNAVAILABLE);
      }
      assertThat(server.http("GET", "/readyz").statusCode()).isEqualTo(503);
      assertThat(log.lines().stream().filter(line -> line.startsWith("ERROR")))
          .singleElement()
          .asString()
          .startsWith("ERROR " + path + ": was removed or replaced while it was open");
    }
  }

  private static IngestEventRequest event(String ref) {
    return IngestEventRequest.newBuilder().setSource("a").setEventKind("k").setRef(ref).build();
  }
}
