package dev.membrane.grpc;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import java.util.concurrent.Executor;

/** Sends an {@code authorization} header. */
final class BearerToken extends CallCredentials {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final String header;

  private BearerToken(String header) {
    this.header = header;
  }

  static CallCredentials of(String key) {
    return new BearerToken("Bearer " + key);
  }

  static CallCredentials header(String value) {
    return new BearerToken(value);
  }

  @Override
  public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, header);
    applier.apply(headers);
  }
}
