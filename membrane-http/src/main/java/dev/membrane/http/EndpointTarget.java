package dev.membrane.http;

import dev.membrane.server.Admission;
import dev.membrane.server.HttpAnswer;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * An endpoint that another module provides.
 *
 * @param format of failures
 */
record EndpointTarget(HttpEndpoint endpoint, Format format) implements Target {

  @Override
  public String name() {
    return endpoint.path().substring(1);
  }

  @Override
  public String path() {
    return endpoint.path();
  }

  @Override
  public Set<String> methods() {
    return endpoint.methods();
  }

  @Override
  public String bodyType() {
    return format.mediaType();
  }

  @Override
  public HttpAnswer answer(Request request, byte[] body, Admission by) {
    Map<String, String> headers = new HashMap<>();
    for (String name : endpoint.headers()) {
      String value = request.getHeaders().get(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    return endpoint.answer(new HttpRequest(request.getMethod(), headers, body, by));
  }
}
