package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import java.util.Locale;

/** The status codes of HTTP for how a call ended. */
final class Statuses {

  static final int OK = 200;
  static final int NO_CONTENT = 204;
  static final int NOT_MODIFIED = 304;
  static final int BAD_REQUEST = 400;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int NOT_ALLOWED = 405;
  static final int TIME_OUT = 408;
  static final int TOO_LARGE = 413;
  static final int UNSUPPORTED_TYPE = 415;
  static final int WRONG_HOST = 421;
  static final int NOT_IMPLEMENTED = 501;
  private static final int CLIENT_CLOSED = 499;

  private Statuses() {}

  /** The status of a failed call under {@code /v1}. */
  static int ofRest(CallCode code) {
    return code == CallCode.FAILED_PRECONDITION ? 412 : ofConnect(code);
  }

  /** The status of a failed call, as the Connect protocol says. */
  static int ofConnect(CallCode code) {
    return switch (code) {
      case CANCELLED -> CLIENT_CLOSED;
      case INVALID_ARGUMENT, FAILED_PRECONDITION -> BAD_REQUEST;
      case DEADLINE_EXCEEDED -> 504;
      case NOT_FOUND -> NOT_FOUND;
      case ALREADY_EXISTS -> 409;
      case PERMISSION_DENIED -> FORBIDDEN;
      case RESOURCE_EXHAUSTED -> 429;
      case UNIMPLEMENTED -> NOT_IMPLEMENTED;
      case DATA_LOSS, INTERNAL -> 500;
      case UNAVAILABLE -> 503;
      case UNAUTHENTICATED -> 401;
    };
  }

  /** The word for a code in the Connect protocol. */
  static String wordOfConnect(CallCode code) {
    return code == CallCode.CANCELLED ? "canceled" : code.name().toLowerCase(Locale.ROOT);
  }
}
