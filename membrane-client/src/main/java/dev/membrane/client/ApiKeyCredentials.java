package dev.membrane.client;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import java.util.concurrent.Executor;

/** Sends the API key with every call. */
final class ApiKeyCredentials extends CallCredentials {

  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final String key;

  ApiKeyCredentials(String key) {
    this.key = key;
  }

  @Override
  public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
    Metadata headers = new Metadata();
    headers.put(HEADER, "Bearer " + key);
    applier.apply(headers);
  }
}
