package dev.membrane.grpc;

import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.protocol.ItemStreams;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.RequestByteLimit;
import dev.membrane.server.Gate;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The services of the server, each behind the interceptors that it needs. */
final class GuardedServices implements AutoCloseable {

  private static final String STREAM =
      MembraneServiceGrpc.getIngestStreamMethod().getFullMethodName();

  private static final int MAX_WATCHES = 2_048;

  private final LateRefusals lateRefusals = new LateRefusals();
  private final Observer observer;
  private final Tracer tracer;
  private final Gate gate;
  private final MembraneCalls calls = new MembraneCalls();
  private final StatusMapping statuses;
  private final ItemStreams streams;

  /**
   * Services behind the gate.
   *
   * @param faultIds names internal errors
   * @param observer is notified of every call
   * @param tracer follows every call but those of health
   */
  GuardedServices(Gate gate, Supplier<String> faultIds, Observer observer, Tracer tracer) {
    this.tracer = tracer;
    this.gate = gate;
    this.observer = observer;
    this.statuses = new StatusMapping(faultIds);
    this.streams = new ItemStreams(calls, thrown -> statuses.failure(STREAM, thrown));
  }

  /** The engine, health and both versions of reflection, of which most tools know one. */
  List<ServerServiceDefinition> around(
      BindableService health,
      CallLimit limit,
      TimeoutCheck timeouts,
      InboundLimiter arrivals,
      Executor writing) {
    ServerInterceptor ids = new RequestIdInterceptor();
    ServerInterceptor ends = new CallObserverInterceptor(observer, System::nanoTime);
    ServerInterceptor supervision = new FailureInterceptor(statuses);
    List<ServerInterceptor> forCallers = new ArrayList<>();
    forCallers.add(ids);
    if (tracer.isOn()) {
      forCallers.add(new TracingInterceptor(tracer));
    }
    forCallers.addAll(
        List.of(
            ends,
            limit,
            supervision,
            timeouts,
            arrivals,
            new GateInterceptor(gate, lateRefusals),
            new ByteLimit(RequestByteLimit.SHARE_OF_HEAP),
            new ItemLimitInterceptor()));
    return List.of(
        guarded(
            new MembraneGrpcService(calls, new GrpcItemStreams(streams, writing, tracer)),
            forCallers),
        guarded(ProtoReflectionServiceV1.newInstance(), forCallers),
        guarded(olderReflection(), forCallers),
        guarded(
            health,
            List.of(
                ids,
                ends,
                supervision,
                timeouts,
                arrivals,
                new WatchLimitInterceptor(MAX_WATCHES))));
  }

  /** Has the streams answer what they have received, and end. */
  void stopStreams() {
    streams.stop();
  }

  @Override
  public void close() {
    streams.close();
    lateRefusals.close();
  }

  /** Deprecated in favour of v1, but most tools in the field ask for this one. */
  @SuppressWarnings("deprecation")
  private static BindableService olderReflection() {
    return ProtoReflectionService.newInstance();
  }

  /**
   * Behind the interceptors a request is still a stream of bytes: decoding it is then a step of the
   * call like any other, and {@link FailureInterceptor} sees it fail.
   */
  private static ServerServiceDefinition guarded(
      BindableService service, List<ServerInterceptor> interceptors) {
    return ServerInterceptors.interceptForward(
        ServerInterceptors.useMarshalledMessages(service.bindService(), new StreamMarshaller()),
        interceptors);
  }
}
