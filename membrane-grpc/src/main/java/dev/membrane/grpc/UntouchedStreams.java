package dev.membrane.grpc;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;

/**
 * Messages as the streams that they are. Unlike grpc-java's own, which wraps them in order to be
 * able to go back in them, it keeps the length of a request and the short way of an answer to the
 * connection, and needs no buffers.
 */
final class UntouchedStreams implements Marshaller<InputStream> {

  @Override
  public InputStream stream(InputStream message) {
    return message;
  }

  @Override
  public InputStream parse(InputStream message) {
    return message;
  }
}
