package dev.membrane.grpc;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** HTTP/2 by hand: what no client library would send. One thread writes, another reads. */
final class RawConnection implements Closeable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;

  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket socket;
  private final ByteArrayOutputStream lastWords = new ByteArrayOutputStream();
  private final AtomicInteger goingOn = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final Semaphore pongs = new Semaphore(0);
  private volatile boolean isClosed;

  /** A connection that has said hello. */
  RawConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    send(frame(SETTINGS, 0, 0, new byte[0]));
    Thread reader = new Thread(this::read, "raw-connection");
    reader.setDaemon(true);
    reader.start();
  }

  /** Begins a call of a method. */
  void begin(int stream, String method, Map<String, String> more) throws IOException {
    send(call(stream, method, more));
  }

  /** The frame that begins a call. */
  static byte[] call(int stream, String method, Map<String, String> more) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":method", "POST");
    headers.put(":scheme", "http");
    headers.put(":authority", "localhost");
    headers.put(":path", "/" + method);
    headers.put("content-type", "application/grpc");
    headers.put("te", "trailers");
    headers.putAll(more);
    return frame(HEADERS, END_HEADERS, stream, block(headers));
  }

  void data(int stream, byte[] bytes, boolean isLast) throws IOException {
    send(frame(DATA, isLast ? END_STREAM : 0, stream, bytes));
  }

  void reset(int stream) throws IOException {
    send(frame(RESET, 0, stream, new byte[] {0, 0, 0, 8}));
  }

  /** Waits until the server has taken everything that was sent: it reads frames in their order. */
  void awaitTaken() throws IOException, InterruptedException {
    send(frame(PING, 0, 0, new byte[8]));
    if (!pongs.tryAcquire(5, TimeUnit.MINUTES)) {
      throw new IOException("the server does not answer a ping");
    }
  }

  /**
   * How many calls the server has begun to answer; those that it ended at once are not among them.
   */
  int goingOn() {
    return isClosed ? 0 : goingOn.get();
  }

  /** How many calls the server has answered in any way; exact if none was answered and ended. */
  int answered() {
    return goingOn.get() + ended.get();
  }

  /** Whether the server has closed the connection. */
  boolean isClosed() {
    return isClosed;
  }

  /** What the server has said in its last frame, if it said anything. */
  String lastWords() {
    synchronized (lastWords) {
      return lastWords.toString(StandardCharsets.UTF_8);
    }
  }

  private void send(byte[] frame) throws IOException {
    socket.getOutputStream().write(frame);
  }

  private void read() {
    try (DataInputStream in = new DataInputStream(socket.getInputStream())) {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        in.skipNBytes(4);
        byte[] payload = in.readNBytes(length);
        if (type == HEADERS) {
          ((flags & END_STREAM) == 0 ? goingOn : ended).incrementAndGet();
        } else if (type == PING && (flags & ACK) != 0) {
          pongs.release();
        } else if (type == GO_AWAY) {
          synchronized (lastWords) {
            lastWords.write(payload, 8, payload.length - 8);
          }
        }
      }
    } catch (IOException over) {
      isClosed = true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** The beginning of a message of so many bytes, as gRPC frames it. */
  static byte[] announcing(int bytes) {
    return ByteBuffer.allocate(5).put((byte) 0).putInt(bytes).array();
  }

  /** A frame as RFC 9113, section 4.1, has it. */
  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Headers as literals without indexing (RFC 7541, section 6.2.2), each below 127 bytes. */
  private static byte[] block(Map<String, String> headers) {
    ByteBuffer block = ByteBuffer.allocate(2_000);
    headers.forEach(
        (name, value) -> {
          block.put((byte) 0);
          for (String text : List.of(name, value)) {
            block.put((byte) text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
          }
        });
    byte[] bytes = new byte[block.position()];
    block.flip().get(bytes);
    return bytes;
  }
}
