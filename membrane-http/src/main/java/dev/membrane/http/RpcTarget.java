package dev.membrane.http;

import com.google.protobuf.Message;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.Admission;
import dev.membrane.server.HttpAnswer;
import java.io.IOException;
import java.util.Set;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A call of the service.
 *
 * @param route where it is found
 * @param calls what it does
 */
record RpcTarget(Route route, MembraneCalls calls) implements Target {

  @Override
  public String name() {
    return route.call();
  }

  @Override
  public String path() {
    return route.path();
  }

  @Override
  public Set<String> methods() {
    return route.source().methods();
  }

  @Override
  public @Nullable String bodyType() {
    return methods().contains("POST") ? format().mediaType() : null;
  }

  @Override
  public Format format() {
    return route.format();
  }

  @Override
  public HttpAnswer answer(Request request, byte[] body, Admission by) throws IOException {
    Message asked = route.source().read(calls.request(name()), query(request), body);
    Message answer = answer(asked, by);
    return new HttpAnswer(Statuses.OK, format().mediaType(), format().write(answer));
  }

  private Message answer(Message asked, Admission by) {
    try {
      return calls.answer(name(), asked, by);
    } catch (ValidationException fault) {
      throw route.source().asWritten(fault);
    }
  }

  /**
   * The parameters of a request.
   *
   * @throws HttpRefusal if they cannot be decoded
   */
  static Fields query(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException malformed) {
      throw new HttpRefusal(
          Statuses.BAD_REQUEST, CallCode.INVALID_ARGUMENT, "the parameters cannot be decoded");
    }
  }
}
