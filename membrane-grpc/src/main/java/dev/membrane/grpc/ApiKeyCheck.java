package dev.membrane.grpc;

import dev.membrane.Caller;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Lets in only callers with a known key, {@code authorization: Bearer <key>}, and tells the rest of
 * the call who holds it; without any key, everybody. Decides on the headers alone, before any of
 * the request is read. An address may be that of many, so what others have tried from it slows
 * unknown keys only, by {@link LateRefusals}. Thread-safe.
 */
final class ApiKeyCheck implements ServerInterceptor {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String SCHEME = "bearer ";

  private static final Status MISSING =
      Status.UNAUTHENTICATED.withDescription(
          "an api key is required: send the header 'authorization: Bearer <key>'");
  private static final Status WRONG = Status.UNAUTHENTICATED.withDescription("unknown api key");
  private static final Status TOO_MANY =
      Status.RESOURCE_EXHAUSTED.withDescription(
          "too many calls with an unknown api key from this address, try again in a minute");

  private final Supplier<Keyring> known;
  private final FailureLimit failures;
  private final LateRefusals lateRefusals;

  ApiKeyCheck(Supplier<Keyring> known, FailureLimit failures, LateRefusals lateRefusals) {
    this.known = known;
    this.failures = failures;
    this.lateRefusals = lateRefusals;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Keyring keys = known.get();
    if (keys.isEmpty()) {
      return next.startCall(call, headers);
    }
    String header = headers.get(AUTHORIZATION);
    if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return refused(call, MISSING); // Sending no key is no attempt at guessing one.
    }
    Caller caller = keys.holderOf(header.substring(SCHEME.length()).trim());
    if (caller == null) {
      return unknown(call, Peer.of(call));
    }
    return Contexts.interceptCall(CurrentCaller.in(caller), call, headers, next);
  }

  private <Q> Listener<Q> unknown(ServerCall<Q, ?> call, String peer) {
    if (failures.isReached(peer)) {
      return lateRefusals.refuse(call, peer, WRONG, TOO_MANY);
    }
    failures.count(peer);
    return refused(call, WRONG);
  }

  private static <Q> Listener<Q> refused(ServerCall<Q, ?> call, Status refusal) {
    call.close(refusal, new Metadata());
    return new Listener<>() {};
  }
}
