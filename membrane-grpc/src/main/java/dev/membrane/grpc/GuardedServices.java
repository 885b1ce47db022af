package dev.membrane.grpc;

import dev.membrane.Membrane;
import io.github.bucket4j.TimeMeter;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What is served, each service behind the interceptors it needs. */
final class GuardedServices {

  /**
   * Calls under way at once. Each can hold a message of up to 24 MiB, most hold some hundred bytes.
   */
  private static final int MAX_CALLS = 1_024;

  private final List<ServerInterceptor> forAll;
  private final List<ServerInterceptor> forCallers;

  GuardedServices(
      GrpcConfig config, Supplier<String> faultIds, InstantSource clock, TimeMeter time) {
    forAll = List.of(new CallLog(System::nanoTime), new Supervision(new StatusMapping(faultIds)));
    forCallers = new ArrayList<>(forAll);
    if (!config.keys().isEmpty()) {
      forCallers.add(new ApiKeyCheck(config.keys(), new FailureLimit(clock)));
    }
    if (config.callsPerSecond() > 0) {
      forCallers.add(new RateLimit(config.callsPerSecond(), time));
    }
    forCallers.add(new CallLimit(MAX_CALLS));
  }

  /** The engine, health and both versions of reflection, of which most tools know one. */
  List<ServerServiceDefinition> around(Membrane engine, BindableService health) {
    return List.of(
        guarded(new MembraneGrpcService(engine), forCallers),
        guarded(ProtoReflectionServiceV1.newInstance(), forCallers),
        guarded(olderReflection(), forCallers),
        guarded(health, forAll));
  }

  /** Deprecated in favour of v1, but most tools in the field ask for this one. */
  @SuppressWarnings("deprecation")
  private static BindableService olderReflection() {
    return ProtoReflectionService.newInstance();
  }

  /**
   * Behind the interceptors a request is still a stream of bytes: decoding it is then a step of the
   * call like any other, and {@link Supervision} sees it fail.
   */
  private static ServerServiceDefinition guarded(
      BindableService service, List<ServerInterceptor> interceptors) {
    return ServerInterceptors.interceptForward(
        ServerInterceptors.useInputStreamMessages(service.bindService()), interceptors);
  }
}
