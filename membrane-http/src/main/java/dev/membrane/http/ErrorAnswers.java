package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallIds;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers input that is not even a request, in the form of all other failures. */
final class ErrorAnswers implements Request.Handler {

  private final RestFormat format = new RestFormat();
  private final AllowedOrigins origins;

  /** Answers that the pages of these origins may read. */
  ErrorAnswers(AllowedOrigins origins) {
    this.origins = origins;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    int status = response.getStatus();
    CallFailure failure = new CallFailure(code(status), text(status));
    response.getHeaders().put(CallIds.HEADER, CallIds.of(request.getHeaders().get(CallIds.HEADER)));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, format.failureType());
    try {
      origins.check(request, response.getHeaders());
    } catch (HttpRefusal otherPage) {
      // The browser does not show it to that page.
    }
    byte[] body = format.write(failure, status);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static CallCode code(int status) {
    return switch (status) {
      case HttpStatus.SERVICE_UNAVAILABLE_503 -> CallCode.UNAVAILABLE;
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 -> CallCode.UNIMPLEMENTED;
      default -> HttpStatus.isServerError(status) ? CallCode.INTERNAL : CallCode.INVALID_ARGUMENT;
    };
  }

  private static String text(int status) {
    return switch (status) {
      case HttpStatus.BAD_REQUEST_400 ->
          "this is no valid request of HTTP, or its path can be read in two ways";
      case HttpStatus.URI_TOO_LONG_414 -> "the path and its parameters are longer than 16 KiB";
      case HttpStatus.EXPECTATION_FAILED_417 -> "the header expect may only be 100-continue";
      case HttpStatus.UPGRADE_REQUIRED_426 -> "the server speaks no other protocol than HTTP/1.1";
      case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
          "the headers are longer than 16 KiB together";
      case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 -> "the server speaks HTTP/1.1 and HTTP/1.0";
      default -> HttpStatus.getMessage(status);
    };
  }
}
