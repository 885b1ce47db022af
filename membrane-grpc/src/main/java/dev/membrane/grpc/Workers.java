package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import io.grpc.MethodDescriptor;
import io.grpc.health.v1.HealthGrpc;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The threads that calls run on. Calls that wait for different things run on different threads: if
 * the disk hangs, writes stop but reads go on; a long consolidation stops neither; and health is
 * always answered. Thread-safe.
 */
final class Workers implements Function<String, Executor>, AutoCloseable {

  /**
   * Writes spend most of their time waiting for a commit, and commits that wait together share one
   * write to the disk: fewer threads than this would make every write slower.
   */
  private static final int LEAST_WRITING = 32;

  /**
   * Reads rarely wait. With many more threads than cores they would slow each other down; with a
   * few more than cores, one that waits for the disk leaves no core idle.
   */
  private static final int LEAST_READING = 4;

  private static final Set<String> READS =
      Stream.of(
              MembraneServiceGrpc.getRetrieveMethod(),
              MembraneServiceGrpc.getRetrieveByIDMethod(),
              MembraneServiceGrpc.getRetrieveEpisodeMethod(),
              MembraneServiceGrpc.getGetAuditLogMethod(),
              MembraneServiceGrpc.getGetHistoryMethod(),
              MembraneServiceGrpc.getGetVersionDiffMethod(),
              MembraneServiceGrpc.getReplayRetrievalMethod(),
              MembraneServiceGrpc.getGetMetricsMethod(),
              MembraneServiceGrpc.getListRecordsMethod(),
              MembraneServiceGrpc.getListRelationsMethod(),
              MembraneServiceGrpc.getListEpisodesMethod(),
              MembraneServiceGrpc.getListSkillsMethod(),
              MembraneServiceGrpc.getListScopesMethod(),
              MembraneServiceGrpc.getListJobsMethod())
          .map(MethodDescriptor::getFullMethodName)
          .collect(Collectors.toUnmodifiableSet());

  private static final String CONSOLIDATION =
      MembraneServiceGrpc.getRunConsolidationMethod().getFullMethodName();

  private static final String ERASURE = MembraneServiceGrpc.getEraseMethod().getFullMethodName();

  private static final String HEALTH = HealthGrpc.SERVICE_NAME + "/";

  private final int cores = Runtime.getRuntime().availableProcessors();
  private final ExecutorService writing = threads("grpc-write", Math.max(LEAST_WRITING, 4 * cores));
  private final ExecutorService reading = threads("grpc-read", Math.max(LEAST_READING, 2 * cores));
  private final ExecutorService consolidating = threads("grpc-consolidate", 1);
  private final ExecutorService erasing = threads("grpc-erase", 1);
  private final ExecutorService health = threads("grpc-health", 1);

  private static ExecutorService threads(String name, int number) {
    return Executors.newFixedThreadPool(number, new DaemonThreads(name));
  }

  @Override
  public Executor apply(String method) {
    if (READS.contains(method)) {
      return reading;
    }
    if (method.equals(CONSOLIDATION)) {
      return consolidating;
    }
    if (method.equals(ERASURE)) {
      return erasing;
    }
    return isHealth(method) ? health : writing;
  }

  /** The threads of the calls that write. */
  Executor writing() {
    return writing;
  }

  /** Whether a method is one of the health service. */
  static boolean isHealth(String method) {
    return method.startsWith(HEALTH);
  }

  @Override
  public void close() {
    List.of(writing, reading, consolidating, erasing, health).forEach(ExecutorService::shutdown);
  }
}
