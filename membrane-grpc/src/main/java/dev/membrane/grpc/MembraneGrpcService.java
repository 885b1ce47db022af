package dev.membrane.grpc;

import com.google.protobuf.Message;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.protocol.MembraneCalls;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.Set;

/**
 * {@link MembraneCalls} as a gRPC service. Exceptions are left to {@link FailureInterceptor}. A
 * call that the service declares but {@link MembraneCalls} lacks answers UNIMPLEMENTED.
 * Thread-safe.
 */
final class MembraneGrpcService implements BindableService {

  private final MembraneCalls calls;
  private final GrpcItemStreams streams;

  /**
   * A service.
   *
   * @param streams serves the call that is a stream
   */
  MembraneGrpcService(MembraneCalls calls, GrpcItemStreams streams) {
    this.calls = calls;
    this.streams = streams;
  }

  @Override
  public ServerServiceDefinition bindService() {
    ServerServiceDefinition.Builder service =
        ServerServiceDefinition.builder(MembraneServiceGrpc.getServiceDescriptor());
    Set<String> names = calls.names();
    for (MethodDescriptor<?, ?> method : MembraneServiceGrpc.getServiceDescriptor().getMethods()) {
      if (method.getType() == MethodType.UNARY) {
        bind(service, method, names);
      }
    }
    service.addMethod(MembraneServiceGrpc.getIngestStreamMethod(), streams);
    return service.build();
  }

  private <Q, A> void bind(
      ServerServiceDefinition.Builder service, MethodDescriptor<Q, A> method, Set<String> names) {
    String name = String.valueOf(method.getBareMethodName());
    ServerCallHandler<Q, A> handler =
        ServerCalls.asyncUnaryCall(
            (request, to) -> {
              if (names.contains(name)) {
                answer(name, (Message) request, to);
              } else {
                ServerCalls.asyncUnimplementedUnaryCall(method, to);
              }
            });
    service.addMethod(method, handler);
  }

  /** Does a call whose answer is of the type that its method declares. */
  @SuppressWarnings("unchecked")
  <A> void answer(String name, Message request, StreamObserver<A> to) {
    if (Context.current().isCancelled()) {
      return; // Whoever asked is gone, or the deadline is over: better not begun than half wanted.
    }
    A answer = (A) calls.answer(name, request, CurrentAdmission.get());
    if (!((ServerCallStreamObserver<A>) to).isCancelled()) {
      to.onNext(answer);
      to.onCompleted();
    }
  }
}
