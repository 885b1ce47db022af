package dev.membrane.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.protocol.ItemCount;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts the items of the lists of a request while it is still a stream of bytes. Of a stream each
 * item is answered by itself, so its lists are counted later. Thread-safe.
 */
final class ItemLimitInterceptor implements ServerInterceptor {

  @Override
  public <Q, A> Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    Listener<Q> started = next.startCall(call, headers);
    MethodDescriptor<Q, A> method = call.getMethodDescriptor();
    return method.getType() == MethodType.UNARY
            && method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier schema
        ? new Counted<>(started, schema.getMethodDescriptor().getInputType())
        : started;
  }

  private static final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {

    private final Descriptor type;

    Counted(Listener<Q> delegate, Descriptor type) {
      super(delegate);
      this.type = type;
    }

    /** Behind the interceptors a message is the stream that it came as. */
    @Override
    @SuppressWarnings("unchecked")
    public void onMessage(Q message) {
      super.onMessage((Q) new ByteArrayInputStream(counted((InputStream) message)));
    }

    private byte[] counted(InputStream message) {
      try {
        byte[] bytes = message.readAllBytes();
        ItemCount.check(bytes, type);
        return bytes;
      } catch (InvalidProtocolBufferException malformed) {
        throw undecodable(malformed);
      } catch (IOException packedBadly) {
        throw undecodable(new InvalidProtocolBufferException(packedBadly));
      }
    }

    private static RuntimeException undecodable(InvalidProtocolBufferException why) {
      return Status.INVALID_ARGUMENT.withCause(why).asRuntimeException();
    }
  }
}
