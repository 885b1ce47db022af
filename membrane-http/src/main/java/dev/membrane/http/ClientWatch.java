package dev.membrane.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Notices that a client has gone before it got its answer. Jetty does not read between the end of a
 * request and the end of its answer, so this class looks for the end of the stream, and nobody else
 * does meanwhile. Thread-safe.
 */
final class ClientWatch {

  private final Connection connection;
  private boolean hasGone;
  private boolean hasAskedMore;

  /** Of a connection whose request has been read to its end. */
  ClientWatch(Connection connection) {
    this.connection = connection;
  }

  /** Looks without waiting. To be asked before the answer only. */
  synchronized boolean hasGone() {
    if (!hasGone && !hasAskedMore) {
      look();
    }
    return hasGone;
  }

  private void look() {
    ByteBuffer one = BufferUtil.allocate(1);
    try {
      int read = connection.getEndPoint().fill(one);
      hasGone = read < 0;
      hasAskedMore = read > 0;
    } catch (IOException broken) {
      hasGone = true;
    }
    if (hasAskedMore && connection instanceof Connection.UpgradeTo reader) {
      // It is the beginning of the next request, which Jetty reads after this answer.
      reader.onUpgradeTo(one);
    }
  }
}
