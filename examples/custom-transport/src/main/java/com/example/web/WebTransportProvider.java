package com.example.web;

import dev.membrane.server.Gate;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.Transport;
import dev.membrane.server.TransportContext;
import dev.membrane.server.TransportProvider;
import java.util.function.Function;

/** The transport {@code web}, which listens where {@code plugins.web.listen_addr} says. */
public final class WebTransportProvider implements TransportProvider {

  private static final ListenAddress DEFAULT = ListenAddress.parse("127.0.0.1:9880");

  @Override
  public String name() {
    return "web";
  }

  @Override
  public Function<Gate, Transport> create(TransportContext context) {
    ListenAddress address =
        context.config().plugin(name()).value("listen_addr", DEFAULT, ListenAddress::parse);
    context.access().listensOn("plugins.web.listen_addr", address);
    return gate -> new WebTransport(gate, address);
  }
}
