package dev.membrane.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lets in only callers with the api key: {@code authorization: Bearer <key>}. Decides on the
 * headers alone, before any of the request is read. Thread-safe.
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

  private final ApiKey key;
  private final FailureLimit failures;

  ApiKeyCheck(ApiKey key, FailureLimit failures) {
    this.key = key;
    this.failures = failures;
  }

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Status refusal = refusal(headers.get(AUTHORIZATION), Peer.of(call));
    if (refusal == null) {
      return next.startCall(call, headers);
    }
    call.close(refusal, new Metadata());
    return new Listener<>() {};
  }

  /** Sending no key is no attempt at guessing one, so it is not counted. */
  private @Nullable Status refusal(@Nullable String header, String peer) {
    if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return MISSING;
    }
    if (failures.isReached(peer)) {
      return TOO_MANY;
    }
    if (key.matches(header.substring(SCHEME.length()).trim())) {
      return null;
    }
    failures.count(peer);
    return WRONG;
  }
}
