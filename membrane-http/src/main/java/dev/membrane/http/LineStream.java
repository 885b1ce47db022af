package dev.membrane.http;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.membrane.grpc.v1.IngestItem;
import dev.membrane.grpc.v1.IngestItemResponse;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.ItemStream;
import dev.membrane.protocol.ItemStreams;
import dev.membrane.protocol.OverloadException;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A stream of items over HTTP: each line of the request is an item, each line of the answer is that
 * of an item. The request is read on only as far as items are asked for. If the stream breaks after
 * the answer has begun, the last line is a problem like that of a call that failed. Thread-safe.
 */
final class LineStream implements ItemStream.Client {

  private final Exchange exchange;
  private final Format format;
  private final Deadline deadline;
  private final LineBuffer lines = new LineBuffer();
  private final Queue<Integer> sizes = new ArrayDeque<>();
  private int asked;
  private boolean isReading;
  private boolean isAtEnd;
  private boolean isOver;
  private boolean isWriting;
  private boolean isDone;
  private @Nullable ItemStream stream;
  private @Nullable HttpRefusal refusal;

  private LineStream(Exchange exchange, Format format, Deadline deadline) {
    this.exchange = exchange;
    this.format = format;
    this.deadline = deadline;
  }

  /**
   * Answers a request by a stream.
   *
   * @throws OverloadException if there are too many streams
   * @throws HttpRefusal if nobody waits any more
   */
  static void serve(
      Exchange exchange,
      Format format,
      ItemStreams streams,
      Admission by,
      Deadline deadline,
      Executor threads) {
    deadline.check();
    LineStream lines = new LineStream(exchange, format, deadline);
    Admission waiting = by.waitingUntil(() -> lines.isOver() || deadline.isOver());
    ItemStream stream = streams.open(waiting, threads, lines);
    lines.stream = stream;
    exchange.beginStream(StreamTarget.LINES, Callback.from(stream::begin, lines::gone));
  }

  private synchronized boolean isOver() {
    return isOver;
  }

  private ItemStream stream() {
    return Objects.requireNonNull(stream);
  }

  /** Nobody reads or sends any more. */
  private void gone(Throwable why) {
    boolean isFirst;
    synchronized (this) {
      isFirst = !isDone;
      isDone = true;
      isOver = true;
    }
    stream().cancel();
    if (isFirst) {
      exchange.breakStream(why);
    }
  }

  @Override
  public void ask(int items) {
    synchronized (this) {
      asked += items;
      if (isReading) {
        return;
      }
      isReading = true;
    }
    read();
  }

  /** Reads until nothing more is asked for or there; one thread at a time. */
  private void read() {
    try {
      while (isToRead()) {
        byte[] line = lines.next();
        if (line != null) {
          take(line);
        } else if (isAtEnd) {
          stream().finish();
          return;
        } else if (!readChunk()) {
          exchange.request().demand(this::read);
          return;
        }
      }
    } catch (HttpRefusal refused) {
      refuse(refused);
    } catch (OverloadException tooMuch) {
      stream()
          .finish(
              new CallFailure(CallCode.RESOURCE_EXHAUSTED, String.valueOf(tooMuch.getMessage())));
    }
  }

  private void refuse(HttpRefusal refused) {
    synchronized (this) {
      refusal = refused;
    }
    stream().finish(refused.failure());
  }

  private synchronized boolean isToRead() {
    isReading = asked > 0 && !isOver;
    return isReading;
  }

  private void take(byte[] line) {
    synchronized (this) {
      asked--;
      sizes.add(line.length);
    }
    stream().add(() -> item(line), line.length);
  }

  /** Whether something was there. */
  private boolean readChunk() {
    Content.Chunk chunk = exchange.request().read();
    if (chunk == null) {
      return false;
    }
    if (Content.Chunk.isFailure(chunk)) {
      broken(chunk.getFailure());
      return true;
    }
    try {
      int before = lines.size();
      lines.take(chunk.getByteBuffer());
      exchange.holdMore(lines.size() - before);
      if (chunk.isLast()) {
        lines.end();
        isAtEnd = true;
      }
    } finally {
      chunk.release();
    }
    return true;
  }

  /** What was received is answered if the client is only slow. */
  private void broken(Throwable why) {
    if (why instanceof TimeoutException) {
      throw new HttpRefusal(
          Statuses.TIME_OUT, CallCode.DEADLINE_EXCEEDED, "no item came for too long");
    }
    gone(why);
  }

  private IngestItem item(byte[] line) {
    try {
      return (IngestItem) format.read(IngestItem.getDefaultInstance(), line);
    } catch (InvalidProtocolBufferException malformed) {
      throw ValidationException.worded(
          "item", "the item cannot be decoded: " + malformed.getMessage());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Override
  public void send(List<IngestItemResponse> answers, Runnable then) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      for (IngestItemResponse answer : answers) {
        out.writeBytes(format.write(answer));
        out.write('\n');
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    synchronized (this) {
      isWriting = true;
    }
    exchange.writeStream(
        ByteBuffer.wrap(out.toByteArray()),
        Callback.from(() -> written(answers.size(), then), this::gone));
  }

  private void written(int items, Runnable then) {
    long bytes = 0;
    synchronized (this) {
      isWriting = false;
      for (int i = 0; i < items; i++) {
        bytes += sizes.remove();
      }
    }
    exchange.release(bytes);
    then.run();
  }

  @Override
  public void end(@Nullable CallFailure failure) {
    boolean canWrite;
    HttpRefusal refused;
    synchronized (this) {
      refused = refusal;
      isOver = true;
      canWrite = !isWriting && !isDone;
      isDone = isDone || canWrite;
    }
    if (canWrite && refused != null && refused.failure().equals(failure)) {
      exchange.refuseRest(refused);
    } else if (canWrite) {
      exchange.endStream(failure == null ? null : deadline.ofOver(failure));
    } else {
      exchange.hangUp(); // The client does not read, so there is no way to tell it anything.
    }
  }
}
