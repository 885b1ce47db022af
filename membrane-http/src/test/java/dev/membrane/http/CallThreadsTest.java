package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which calls wait for each other. */
class CallThreadsTest {

  @Test
  void reads_do_not_wait_for_writes_nor_either_for_what_takes_long() {
    try (CallThreads threads = new CallThreads()) {
      Map<Executor, List<String>> calls =
          MembraneServiceGrpc.getServiceDescriptor().getMethods().stream()
              .map(MethodDescriptor::getBareMethodName)
              .collect(Collectors.groupingBy(threads::of));

      assertThat(calls.get(threads.of("Retrieve")))
          .containsExactlyInAnyOrder(
              "Retrieve",
              "RetrieveByID",
              "RetrieveEpisode",
              "ReplayRetrieval",
              "GetMetrics",
              "GetAuditLog",
              "GetHistory",
              "GetVersionDiff",
              "ListRecords",
              "ListRelations",
              "ListEpisodes",
              "ListSkills",
              "ListScopes",
              "ListJobs");
      assertThat(calls.get(threads.of("RunConsolidation"))).containsExactly("RunConsolidation");
      assertThat(calls.get(threads.of("Erase"))).containsExactly("Erase");
    }
  }
}
