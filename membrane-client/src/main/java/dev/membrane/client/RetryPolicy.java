package dev.membrane.client;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Map;

/**
 * Tells which calls are sent again when the server cannot be reached: those that only read, and
 * those that have an idempotency key. The others are not, since the server may have done them
 * already; gRPC repeats them only if they never left this machine.
 */
final class RetryPolicy {

  private static final List<MethodDescriptor<?, ?>> SAFE =
      List.of(
          MembraneServiceGrpc.getIngestEventMethod(),
          MembraneServiceGrpc.getIngestToolOutputMethod(),
          MembraneServiceGrpc.getIngestObservationMethod(),
          MembraneServiceGrpc.getIngestOutcomeMethod(),
          MembraneServiceGrpc.getIngestWorkingStateMethod(),
          MembraneServiceGrpc.getIngestRecordMethod(),
          MembraneServiceGrpc.getIngestBatchMethod(),
          MembraneServiceGrpc.getRetrieveMethod(),
          MembraneServiceGrpc.getRetrieveByIDMethod(),
          MembraneServiceGrpc.getRetrieveEpisodeMethod(),
          MembraneServiceGrpc.getGetAuditLogMethod(),
          MembraneServiceGrpc.getGetHistoryMethod(),
          MembraneServiceGrpc.getReplayRetrievalMethod(),
          MembraneServiceGrpc.getGetMetricsMethod(),
          MembraneServiceGrpc.getListRecordsMethod(),
          MembraneServiceGrpc.getListRelationsMethod(),
          MembraneServiceGrpc.getListEpisodesMethod(),
          MembraneServiceGrpc.getListSkillsMethod(),
          MembraneServiceGrpc.getListScopesMethod(),
          MembraneServiceGrpc.getListJobsMethod());

  /** Waits of half a second, 1.5, 4.5 and 8, each give or take a fifth: a restart takes less. */
  private static final Map<String, ?> POLICY =
      Map.of(
          "maxAttempts",
          5.0,
          "initialBackoff",
          "0.5s",
          "maxBackoff",
          "8s",
          "backoffMultiplier",
          3.0,
          "retryableStatusCodes",
          List.of("UNAVAILABLE"));

  private RetryPolicy() {}

  /** As gRPC wants it told. */
  static Map<String, ?> serviceConfig() {
    List<Map<String, String>> names =
        SAFE.stream()
            .map(
                method ->
                    Map.of(
                        "service",
                        MembraneServiceGrpc.SERVICE_NAME,
                        "method",
                        String.valueOf(method.getBareMethodName())))
            .toList();
    return Map.of("methodConfig", List.of(Map.of("name", names, "retryPolicy", POLICY)));
  }
}
