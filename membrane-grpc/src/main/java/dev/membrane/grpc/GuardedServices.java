package dev.membrane.grpc;

import dev.membrane.server.Gate;
import dev.membrane.spi.Observer;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.List;
import java.util.function.Supplier;

/** The services of the server, each behind the interceptors that it needs. */
final class GuardedServices implements AutoCloseable {

  /** Decoded, checked, encoded and bound to a statement, a request is there some ten times. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 16;

  private static final int MAX_WATCHES = 2_048;

  private final LateRefusals lateRefusals = new LateRefusals();
  private final Supplier<String> faultIds;
  private final Observer observer;
  private final Gate gate;

  /**
   * Services behind the gate.
   *
   * @param faultIds names internal errors
   * @param observer is told of every call
   */
  GuardedServices(Gate gate, Supplier<String> faultIds, Observer observer) {
    this.gate = gate;
    this.faultIds = faultIds;
    this.observer = observer;
  }

  /** The engine, health and both versions of reflection, of which most tools know one. */
  List<ServerServiceDefinition> around(BindableService health, CallLimit limit, Arrivals arrivals) {
    ServerInterceptor ids = new RequestIds();
    ServerInterceptor ends = new CallEnds(observer, System::nanoTime);
    ServerInterceptor supervision = new Supervision(new StatusMapping(faultIds));
    List<ServerInterceptor> forCallers =
        List.of(
            ids,
            ends,
            limit,
            supervision,
            arrivals,
            new GateCheck(gate, lateRefusals),
            new ByteLimit(MAX_BYTES));
    return List.of(
        guarded(new MembraneGrpcService(), forCallers),
        guarded(ProtoReflectionServiceV1.newInstance(), forCallers),
        guarded(olderReflection(), forCallers),
        guarded(health, List.of(ids, ends, supervision, arrivals, new WatchLimit(MAX_WATCHES))));
  }

  @Override
  public void close() {
    lateRefusals.close();
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
        ServerInterceptors.useMarshalledMessages(service.bindService(), new UntouchedStreams()),
        interceptors);
  }
}
