package dev.membrane.http;

import dev.membrane.QuotaExceededException;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.OverloadException;
import dev.membrane.protocol.RequestByteLimit.RequestBytes;
import dev.membrane.server.HttpAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. If several threads try to answer, the first one does. Thread-safe.
 */
final class Exchange {

  private static final long REQUESTS_ARRIVE_WITHIN_SECONDS = 60;
  private static final long ANSWERS_LEAVE_WITHIN_SECONDS = 120;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Scheduler scheduler;
  private final ClientWatch client;
  private volatile Format format;
  private EndListener ending = (code, status) -> {};
  private Scheduler.Task timer;
  private RequestBytes held;
  private boolean isEnded;
  private volatile boolean isUnread;
  private volatile boolean isLate;

  Exchange(
      Request request, Response response, Callback callback, RequestBytes held, Format format) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.held = held;
    this.format = format;
    this.isUnread =
        request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    this.client = new ClientWatch(request.getConnectionMetaData().getConnection());
    this.scheduler = request.getComponents().getScheduler();
    this.timer =
        scheduler.schedule(this::tooSlow, REQUESTS_ARRIVE_WITHIN_SECONDS, TimeUnit.SECONDS);
  }

  /** Is told how a call ended: its code, and the status of HTTP. */
  interface EndListener {
    void told(String code, int status);
  }

  Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  Format format() {
    return format;
  }

  /** From here on it is a call, in a format of its own, whose end somebody wants to be told. */
  synchronized void isCall(Format in, EndListener atEnd) {
    format = in;
    ending = atEnd;
  }

  /** From here on what it holds is taken from the share of a known caller. */
  synchronized void isOf(RequestBytes ofCaller) {
    held = ofCaller;
  }

  /** Does something a while later. */
  void later(long millis, Runnable what) {
    var unused = scheduler.schedule(what, millis, TimeUnit.MILLISECONDS);
  }

  /** The request is there; what becomes of it may take its time. */
  synchronized void arrived() {
    timer.cancel();
    isUnread = false;
  }

  /** Whether nobody waits for the answer any more, or it was given. */
  synchronized boolean isOver() {
    return isEnded || (!isUnread && client.hasGone());
  }

  /**
   * Makes room for a part of the request, until its answer is gone.
   *
   * @throws OverloadException if there is none
   */
  synchronized void hold(int bytes) {
    if (isEnded || !held.take(bytes)) {
      throw OverloadException.tooManyLargeRequests();
    }
  }

  void answer(HttpAnswer answer) {
    send(answer, "OK");
  }

  void fail(CallFailure failure) {
    fail(failure, RETRY_AFTER);
  }

  /** Answers with the failure that a fault is. A quota is not free again after some time. */
  void fail(CallFailure failure, Throwable fault) {
    fail(failure, fault instanceof QuotaExceededException ? null : RETRY_AFTER);
  }

  /**
   * Answers with a failure.
   *
   * @param retryAfter the call can succeed after this time, of which the caller is told at least a
   *     second; null: time alone does not help
   */
  void fail(CallFailure failure, @Nullable Duration retryAfter) {
    fail(failure, format().status(failure), retryAfter);
  }

  void refuse(HttpRefusal refusal) {
    fail(refusal.failure(), refusal.status(), RETRY_AFTER);
  }

  private void fail(CallFailure failure, int status, @Nullable Duration retryAfter) {
    if (status == 401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    if (retryAfter != null && (status == 429 || status == 503)) {
      long seconds = Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
      response.getHeaders().put(HttpHeader.RETRY_AFTER, String.valueOf(seconds));
    }
    byte[] body = written(failure, status);
    send(new HttpAnswer(status, format.failureType(), body), failure.code().name());
  }

  private byte[] written(CallFailure failure, int status) {
    try {
      return format.write(failure, status);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Begins an answer that is written while the request is read. */
  void beginStream(String mediaType, Callback then) {
    if (begins(0)) {
      synchronized (this) {
        timer.cancel();
      }
      response.setStatus(Statuses.OK);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
      writeStream(BufferUtil.EMPTY_BUFFER, then);
    } else {
      then.failed(new IllegalStateException("answered already"));
    }
  }

  /** Writes a part of a streamed answer. */
  void writeStream(ByteBuffer part, Callback then) {
    response.write(false, part, then);
  }

  /**
   * Ends a streamed answer.
   *
   * @param failure is told in the last line; null: none
   */
  void endStream(@Nullable CallFailure failure) {
    if (failure == null) {
      endStream("OK", new byte[0]);
    } else {
      endStream(failure.code().name(), written(failure, format.status(failure)));
    }
  }

  /** Ends a streamed answer: the rest of the request is refused, as the last line tells. */
  void refuseRest(HttpRefusal refusal) {
    CallFailure failure = refusal.failure();
    endStream(failure.code().name(), written(failure, refusal.status()));
  }

  private void endStream(String code, byte[] last) {
    ending.told(code, Statuses.OK);
    response.write(true, ByteBuffer.wrap(last), Callback.from(this::leave, callback));
  }

  /** Ends a streamed answer whose request does not arrive. */
  void breakStream(Throwable why) {
    ending.told(CallCode.CANCELLED.name(), Statuses.OK);
    leave();
    callback.failed(why);
  }

  /** Room for what a stream has received and not answered. */
  synchronized void holdMore(int bytes) {
    if (!held.take(bytes)) {
      throw OverloadException.tooManyLargeRequests();
    }
  }

  /** Gives room back. */
  synchronized void release(long bytes) {
    held.give(bytes);
  }

  private void tooSlow() {
    isLate = true;
    refuse(
        new HttpRefusal(
            Statuses.TIME_OUT, CallCode.DEADLINE_EXCEEDED, "the request took too long to arrive"));
  }

  private void send(HttpAnswer answer, String code) {
    if (!begins(answer.body().length)) {
      return;
    }
    ending.told(code, answer.status());
    Callback end = Callback.from(this::leave, callback);
    if (isUnread && !isLate && isOnItsWay()) {
      write(answer, Callback.from(new RestOfBody(request, end::succeeded), end::failed));
    } else {
      if (isUnread) {
        // What of the request is still on its way would be taken for the next one.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
      write(answer, end);
    }
  }

  /** A client that sent Expect: 100-continue learns from the answer not to send the body. */
  private boolean isOnItsWay() {
    return RestOfBody.isWithin(request)
        && !request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
  }

  private void write(HttpAnswer answer, Callback then) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    if (!answer.mediaType().isEmpty()) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
    }
    response.write(true, ByteBuffer.wrap(answer.body()), then);
  }

  private synchronized boolean begins(int answerBytes) {
    if (isEnded) {
      return false;
    }
    isEnded = true;
    timer.cancel();
    held.force(answerBytes);
    try {
      timer = scheduler.schedule(this::hangUp, ANSWERS_LEAVE_WITHIN_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (RejectedExecutionException stopped) {
      // The server has ended, and its connections with it.
      return false;
    }
  }

  /** Closes the connection. */
  void hangUp() {
    request.getConnectionMetaData().getConnection().getEndPoint().close();
  }

  private synchronized void leave() {
    timer.cancel();
    held.giveAll();
  }
}
