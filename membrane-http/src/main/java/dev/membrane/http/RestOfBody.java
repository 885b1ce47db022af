package dev.membrane.http;

import dev.membrane.protocol.MembraneCalls;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads the unneeded rest of a body once the answer is written, up to a limit. If the connection
 * were closed while the client still writes, the client might not see the answer.
 */
final class RestOfBody implements Runnable {

  private static final long MAX_BYTES = 2L * MembraneCalls.MAX_REQUEST_BYTES;

  private final Request request;
  private final Runnable then;
  private long left = MAX_BYTES;

  /**
   * A reader that is to be run.
   *
   * @param then is run at the end of the body, of the connection or of the limit; Jetty closes a
   *     connection of which something is still unread
   */
  RestOfBody(Request request, Runnable then) {
    this.request = request;
    this.then = then;
  }

  /** Whether a request is within the limit, as far as it says. */
  static boolean isWithin(Request request) {
    return request.getLength() <= MAX_BYTES;
  }

  @Override
  public void run() {
    while (left >= 0) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        break;
      }
      left -= chunk.remaining();
      chunk.release();
      if (chunk.isLast()) {
        break;
      }
    }
    then.run();
  }
}
