package dev.membrane.grpc;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;

/**
 * Passes messages on as their unwrapped streams. grpc-java's own marshaller wraps them so that they
 * can be read twice. This one does not: the length of a request stays known, an answer is written
 * to the connection without a detour, and no buffers are needed.
 */
final class StreamMarshaller implements Marshaller<InputStream> {

  @Override
  public InputStream stream(InputStream message) {
    return message;
  }

  @Override
  public InputStream parse(InputStream message) {
    return message;
  }
}
