package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/**
 * Until when a caller of the Connect protocol waits, and whether the caller uses that protocol.
 * Immutable.
 */
final class Deadline {

  private static final String TIMEOUT = "connect-timeout-ms";
  private static final String VERSION = "connect-protocol-version";
  private static final Pattern MILLIS = Pattern.compile("\\d{1,10}");
  private static final CallFailure OVER =
      new CallFailure(CallCode.DEADLINE_EXCEEDED, "the time for the call is over");

  private final LongSupplier nanos;
  private final long end;
  private final boolean isSet;

  private Deadline(LongSupplier nanos, long end, boolean isSet) {
    this.nanos = nanos;
    this.end = end;
    this.isSet = isSet;
  }

  /**
   * Reads the headers of a request.
   *
   * @throws HttpRefusal if they say what cannot be done
   */
  static Deadline of(Request request, LongSupplier nanos) {
    String version = request.getHeaders().get(VERSION);
    if (version != null && !version.equals("1")) {
      throw invalid(VERSION + " must be 1");
    }
    String millis = request.getHeaders().get(TIMEOUT);
    if (millis == null) {
      return new Deadline(nanos, 0, false);
    }
    if (!MILLIS.matcher(millis).matches()) {
      throw invalid(TIMEOUT + " must be a number of at most ten digits");
    }
    long wait = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
    return new Deadline(nanos, nanos.getAsLong() + wait, true);
  }

  private static HttpRefusal invalid(String text) {
    return new HttpRefusal(Statuses.BAD_REQUEST, CallCode.INVALID_ARGUMENT, text);
  }

  boolean isOver() {
    return isSet && nanos.getAsLong() - end >= 0;
  }

  /**
   * Better not begun than half wanted.
   *
   * @throws HttpRefusal if nobody waits any more
   */
  void check() {
    if (isOver()) {
      throw new HttpRefusal(504, OVER.code(), OVER.text());
    }
  }

  /** What a call that was given up failed of. */
  CallFailure ofOver(CallFailure failure) {
    return failure.code() == CallCode.CANCELLED && isOver() ? OVER : failure;
  }
}
