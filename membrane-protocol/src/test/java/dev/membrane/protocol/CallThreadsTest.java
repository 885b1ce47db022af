package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.membrane.grpc.v1.EraseRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which calls wait for each other. */
class CallThreadsTest {

  @Test
  void reads_do_not_wait_for_writes_nor_either_for_what_takes_long() {
    try (CallThreads threads = new CallThreads("test")) {
      Map<Executor, List<String>> calls =
          EraseRequest.getDescriptor()
              .getFile()
              .findServiceByName("MembraneService")
              .getMethods()
              .stream()
              .map(MethodDescriptor::getName)
              .collect(Collectors.groupingBy(threads::of));

      assertThat(calls.get(threads.reading()))
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
      assertThat(calls.get(threads.writing()))
          .containsExactlyInAnyOrder(
              "IngestEvent",
              "IngestToolOutput",
              "IngestObservation",
              "IngestOutcome",
              "IngestWorkingState",
              "IngestRecord",
              "IngestBatch",
              "IngestStream",
              "Supersede",
              "Fork",
              "Merge",
              "Retract",
              "Contest",
              "Delete",
              "DeleteEpisode",
              "Reinforce",
              "Penalize");
      assertThat(calls.get(threads.of("RunConsolidation"))).containsExactly("RunConsolidation");
      assertThat(calls.get(threads.of("Erase"))).containsExactly("Erase");
    }
  }

  @Test
  void threads_are_daemons_that_say_whose_they_are() {
    try (CallThreads threads = new CallThreads("test")) {
      Thread reading =
          CompletableFuture.supplyAsync(Thread::currentThread, threads.reading()).join();
      assertThat(reading.getName()).isEqualTo("test-read-1");
      assertThat(reading.isDaemon()).isTrue();
    }
  }
}
