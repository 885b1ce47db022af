package dev.membrane.client;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import java.util.concurrent.Executor;

/** Sends the API key with every call. */
final class ApiKeyCredentials extends CallCredentials {

  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /** A server takes headers of 8 KiB together. */
  private static final int MAX_LENGTH = 7_000;

  private final String key;

  /** Shows a key that {@link #check} lets pass. */
  ApiKeyCredentials(String key) {
    check(key);
    this.key = key;
  }

  /**
   * Checks a key. gRPC would log one that it cannot send, and go on without.
   *
   * @throws IllegalArgumentException if no header can carry it; the message does not show it
   */
  static void check(String key) {
    if (!key.chars().allMatch(character -> character >= ' ' && character <= '~')) {
      throw new IllegalArgumentException("key has characters that no header can carry");
    }
    if (key.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("key must have at most " + MAX_LENGTH + " characters");
    }
  }

  @Override
  public void applyRequestMetadata(RequestInfo call, Executor executor, MetadataApplier applier) {
    Metadata headers = new Metadata();
    headers.put(HEADER, "Bearer " + key);
    applier.apply(headers);
  }
}
