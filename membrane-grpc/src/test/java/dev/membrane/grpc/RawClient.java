package dev.membrane.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A client that sends and receives bytes as they are. */
final class RawClient {

  static final Marshaller<byte[]> BYTES =
      new Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final Channel channel;
  private final CallOptions options;

  RawClient(Channel channel) {
    this(channel, CallOptions.DEFAULT);
  }

  RawClient(Channel channel, CallOptions options) {
    this.channel = channel;
    this.options = options;
  }

  byte[] call(String rpc, byte[] request) {
    return ClientCalls.blockingUnaryCall(channel, method(rpc, MethodType.UNARY), options, request);
  }

  byte[] callWithin(long millis, String rpc, byte[] request) {
    CallOptions hurried = options.withDeadlineAfter(millis, TimeUnit.MILLISECONDS);
    return ClientCalls.blockingUnaryCall(channel, method(rpc, MethodType.UNARY), hurried, request);
  }

  static MethodDescriptor<byte[], byte[]> method(String rpc, MethodType type) {
    return MethodDescriptor.newBuilder(BYTES, BYTES).setFullMethodName(rpc).setType(type).build();
  }
}
