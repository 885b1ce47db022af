package dev.membrane.http;

import dev.membrane.spi.Tracer.Call;
import org.eclipse.jetty.server.Request;

/**
 * A call under way.
 *
 * @param target what is called
 * @param id of the request, for the log
 * @param start when it came, by the clock of the handler, in nanoseconds
 * @param traced what the tracer follows; {@link Call#NONE} if it does not
 */
record HttpCall(Exchange exchange, Target target, String id, long start, Call traced) {

  Request request() {
    return exchange.request();
  }

  /** What it is called in logs and metrics. */
  String method() {
    return "http/" + target.name();
  }
}
