package dev.membrane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.membrane.grpc.v1.EraseRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which calls wait for each other. */
class CallThreadsTest {

  private static final long SMALL = 256 * 1024;

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
              .collect(Collectors.groupingBy(call -> threads.of(call, SMALL)));

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
      assertThat(calls.get(threads.of("RunConsolidation", SMALL)))
          .containsExactly("RunConsolidation");
      assertThat(calls.get(threads.of("Erase", SMALL))).containsExactly("Erase");
    }
  }

  @Test
  void large_requests_wait_for_each_other_and_no_small_one_for_them() {
    try (CallThreads threads = new CallThreads("test")) {
      Executor large = threads.of("Retrieve", SMALL + 1);
      assertThat(threads.of("IngestRecord", SMALL + 1)).isSameAs(large);
      assertThat(threads.of("mcp", SMALL + 1)).isSameAs(large);

      CompletableFuture<Void> end = new CompletableFuture<>();
      CompletableFuture<?>[] held =
          IntStream.range(0, largeAtOnce())
              .mapToObj(i -> CompletableFuture.runAsync(end::join, large))
              .toArray(CompletableFuture[]::new);
      CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {}, large);
      CompletableFuture.runAsync(() -> {}, threads.of("Retrieve", SMALL)).join();
      CompletableFuture.runAsync(() -> {}, threads.of("IngestRecord", SMALL)).join();
      assertThat(waiting).isNotDone();
      end.complete(null);
      CompletableFuture.allOf(held).join();
      waiting.join();
    }
  }

  private static int largeAtOnce() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
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
