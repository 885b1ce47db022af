package dev.membrane.grpc;

import dev.membrane.protocol.CallThreads;
import dev.membrane.protocol.DaemonThreads;
import io.grpc.MethodDescriptor;
import io.grpc.health.v1.HealthGrpc;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads on which methods run, by their full names: those of {@link CallThreads}, and one more
 * for health, so that it is always answered. Thread-safe.
 */
final class GrpcThreads implements CallLimit.ThreadChoice, AutoCloseable {

  private static final String HEALTH = HealthGrpc.SERVICE_NAME + "/";

  private final CallThreads calls = new CallThreads("grpc");
  private final ExecutorService health =
      Executors.newFixedThreadPool(1, new DaemonThreads("grpc-health"));

  @Override
  public Executor of(String method, long bytes) {
    return isHealth(method)
        ? health
        : calls.of(String.valueOf(MethodDescriptor.extractBareMethodName(method)), bytes);
  }

  /** The threads of the calls that write. */
  Executor writing() {
    return calls.writing();
  }

  /** Whether a method is one of the health service. */
  static boolean isHealth(String method) {
    return method.startsWith(HEALTH);
  }

  @Override
  public void close() {
    calls.close();
    health.shutdown();
  }
}
