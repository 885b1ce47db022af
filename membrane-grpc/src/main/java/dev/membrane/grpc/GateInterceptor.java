package dev.membrane.grpc;

import dev.membrane.protocol.CallFailures;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.NotAdmittedException;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the {@link Gate} check the key of a call, {@code authorization: Bearer <key>}, and passes on
 * who was admitted. It decides by the headers alone, before any of the request is read.
 * Thread-safe.
 */
final class GateInterceptor implements ServerInterceptor {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Gate gate;
  private final LateRefusals lateRefusals;

  GateInterceptor(Gate gate, LateRefusals lateRefusals) {
    this.gate = gate;
    this.lateRefusals = lateRefusals;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Admission admission;
    try {
      admission = gate.admit(Gate.bearerKeyOf(all(headers)), Peer.of(call));
    } catch (NotAdmittedException refused) {
      return refused(call, refused);
    }
    ConnectionLimit.keepFor(call, admission.account());
    return Contexts.interceptCall(CurrentAdmission.in(admission), call, headers, next);
  }

  private static List<String> all(Metadata headers) {
    List<String> all = new ArrayList<>();
    Iterable<String> sent = headers.getAll(AUTHORIZATION);
    if (sent != null) {
      sent.forEach(all::add);
    }
    return all;
  }

  private <Q> Listener<Q> refused(ServerCall<Q, ?> call, NotAdmittedException refused) {
    if (refused.delay().isZero()) {
      call.close(status(refused), new Metadata());
    } else {
      lateRefusals.refuse(call, refused.delay(), status(refused));
    }
    return new Listener<>() {};
  }

  private static Status status(NotAdmittedException refused) {
    return StatusMapping.of(CallFailures.notAdmitted(refused));
  }
}
