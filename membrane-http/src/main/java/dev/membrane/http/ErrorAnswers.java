package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
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

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws IOException {
    int status = response.getStatus();
    CallCode code =
        status == HttpStatus.SERVICE_UNAVAILABLE_503
            ? CallCode.UNAVAILABLE
            : HttpStatus.isServerError(status) ? CallCode.INTERNAL : CallCode.INVALID_ARGUMENT;
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, format.failureType());
    byte[] body = format.write(new CallFailure(code, HttpStatus.getMessage(status)), status);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
