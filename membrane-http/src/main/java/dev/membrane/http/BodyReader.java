package dev.membrane.http;

import com.google.protobuf.ByteString;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.OverloadException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.BufferUtil;

/** Collects the body of a request without a thread that waits for it. */
final class BodyReader implements Runnable {

  private final Exchange exchange;
  private final Consumer<byte[]> then;
  private final ByteString.Output body = ByteString.newOutput();

  /**
   * A reader that is to be run.
   *
   * @param then is given the whole body; if it does not come, the exchange is answered
   */
  BodyReader(Exchange exchange, Consumer<byte[]> then) {
    this.exchange = exchange;
    this.then = then;
  }

  @Override
  public void run() {
    try {
      read();
    } catch (HttpRefusal refusal) {
      exchange.refuse(refusal);
    } catch (OverloadException tooMuch) {
      exchange.fail(
          new CallFailure(CallCode.RESOURCE_EXHAUSTED, String.valueOf(tooMuch.getMessage())));
    }
  }

  private void read() {
    while (true) {
      Content.Chunk chunk = exchange.request().read();
      if (chunk == null) {
        exchange.request().demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        throw new HttpRefusal(
            Statuses.BAD_REQUEST, CallCode.INVALID_ARGUMENT, "the request did not arrive whole");
      }
      boolean isLast = chunk.isLast();
      take(chunk);
      if (isLast) {
        exchange.arrived();
        then.accept(body.toByteString().toByteArray());
        return;
      }
    }
  }

  private void take(Content.Chunk chunk) {
    try {
      ByteBuffer bytes = chunk.getByteBuffer();
      if (body.size() + bytes.remaining() > MembraneCalls.MAX_REQUEST_BYTES) {
        throw tooLarge();
      }
      exchange.hold(bytes.remaining());
      byte[] more = BufferUtil.toArray(bytes);
      body.write(more, 0, more.length);
    } finally {
      chunk.release();
    }
  }

  static HttpRefusal tooLarge() {
    return new HttpRefusal(
        Statuses.TOO_LARGE,
        CallCode.RESOURCE_EXHAUSTED,
        "the request is larger than " + MembraneCalls.MAX_REQUEST_BYTES + " bytes");
  }
}
