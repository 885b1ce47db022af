package dev.membrane.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.MembraneServiceGrpc;
import dev.membrane.protocol.ItemCount;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Counts the items of a batch while it is still a stream of bytes. Thread-safe. */
final class ItemLimitInterceptor implements ServerInterceptor {

  private static final String BATCH =
      MembraneServiceGrpc.getIngestBatchMethod().getFullMethodName();

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Listener<Q> started = next.startCall(call, headers);
    return call.getMethodDescriptor().getFullMethodName().equals(BATCH)
        ? new Counted<>(started)
        : started;
  }

  private static final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {

    Counted(Listener<Q> delegate) {
      super(delegate);
    }

    /** Behind the interceptors a message is the stream that it came as. */
    @Override
    @SuppressWarnings("unchecked")
    public void onMessage(Q message) {
      super.onMessage((Q) new ByteArrayInputStream(counted((InputStream) message)));
    }

    private static byte[] counted(InputStream message) {
      try {
        byte[] bytes = message.readAllBytes();
        ItemCount.check(bytes);
        return bytes;
      } catch (InvalidProtocolBufferException malformed) {
        throw Status.INVALID_ARGUMENT.withCause(malformed).asRuntimeException();
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }
}
