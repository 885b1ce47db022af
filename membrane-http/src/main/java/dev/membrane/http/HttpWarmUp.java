package dev.membrane.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;

/**
 * One request to a server of the same make that only this process reaches, so that what the first
 * real one needs is loaded by then.
 */
final class HttpWarmUp {

  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private HttpWarmUp() {}

  static void run() {
    Server server = HttpTransport.newServer();
    LocalConnector connector = new LocalConnector(server, HttpTransport.http());
    server.addConnector(connector);
    server.setHandler(new Empty());
    try {
      server.start();
      String unused = connector.getResponse(REQUEST);
      server.stop();
    } catch (Exception fault) {
      throw new IllegalStateException("not warm", fault);
    }
  }

  private static final class Empty extends Handler.Abstract.NonBlocking {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      callback.succeeded();
      return true;
    }
  }
}
