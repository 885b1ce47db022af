package dev.membrane.grpc;

import dev.membrane.CancelledException;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.ItemStream;
import dev.membrane.protocol.ItemStreams;
import dev.membrane.spi.Tracer;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCall.Listener;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code IngestStream}. Items are asked for one by one, so that the flow control of HTTP/2
 * holds back a client that sends more than is answered. Thread-safe.
 */
final class GrpcItemStreams implements ServerCallHandler<IngestItem, IngestItemResponse> {

  private final ItemStreams streams;
  private final Executor threads;
  private final Tracer tracer;

  GrpcItemStreams(ItemStreams streams, Executor threads, Tracer tracer) {
    this.tracer = tracer;
    this.streams = streams;
    this.threads = threads;
  }

  @Override
  public Listener<IngestItem> startCall(
      ServerCall<IngestItem, IngestItemResponse> call, Metadata headers) {
    ItemCallClient client = new ItemCallClient(call, ByteLimit.current());
    Executor working = ConnectionLimit.working(call, tracer.carrying(threads));
    ItemStream stream = streams.open(CurrentAdmission.get(), working, client);
    call.sendHeaders(new Metadata());
    stream.begin();
    return new Listener<>() {
      @Override
      public void onMessage(IngestItem item) {
        stream.add(() -> item, item.getSerializedSize());
      }

      @Override
      public void onHalfClose() {
        stream.finish();
      }

      @Override
      public void onReady() {
        client.goOn();
      }

      @Override
      public void onCancel() {
        stream.cancel();
      }

      @Override
      public void onComplete() {
        stream.cancel();
      }
    };
  }

  /** The other end of one call. Thread-safe. */
  private static final class ItemCallClient implements ItemStream.Client {

    private final ServerCall<IngestItem, IngestItemResponse> call;
    private final ByteLimit.HeldBytes held;
    private @Nullable Runnable waiting;

    ItemCallClient(ServerCall<IngestItem, IngestItemResponse> call, ByteLimit.HeldBytes held) {
      this.call = call;
      this.held = held;
    }

    @Override
    public void ask(int items) {
      call.request(items);
    }

    @Override
    public void send(List<IngestItemResponse> answers, Runnable then) {
      try {
        for (IngestItemResponse answer : answers) {
          call.sendMessage(answer);
          held.releaseOldest();
        }
      } catch (IllegalStateException closed) {
        throw new CancelledException(); // Meanwhile, such as for an item that cannot be decoded.
      }
      synchronized (this) {
        if (!call.isReady()) {
          waiting = then;
          return;
        }
      }
      then.run();
    }

    /** What was sent has left, so that there is room for more. */
    void goOn() {
      Runnable then;
      synchronized (this) {
        then = waiting;
        waiting = null;
      }
      if (then != null) {
        then.run();
      }
    }

    @Override
    public void end(@Nullable CallFailure failure) {
      call.close(failure == null ? Status.OK : StatusMapping.of(failure), new Metadata());
    }
  }
}
