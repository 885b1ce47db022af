package dev.membrane.mcp;

import dev.membrane.protocol.CallFailures;
import dev.membrane.protocol.FaultIds;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpEndpointProvider;
import dev.membrane.spi.PluginContext;
import java.time.InstantSource;
import java.util.List;

/** Serves the Model Context Protocol at {@code /mcp}. */
public final class McpEndpointProvider implements HttpEndpointProvider {

  /** For {@link java.util.ServiceLoader}. */
  public McpEndpointProvider() {}

  @Override
  public String name() {
    return "mcp";
  }

  @Override
  public List<HttpEndpoint> create(PluginContext context) {
    return List.of(
        new McpEndpoint(
            new CallFailures(new FaultIds()), InstantSource.system(), context, version()));
  }

  private static String version() {
    String packaged = McpEndpointProvider.class.getPackage().getImplementationVersion();
    return packaged == null ? "unpackaged" : packaged;
  }
}
