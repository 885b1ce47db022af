package dev.membrane.http;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.membrane.grpc.v1.MembraneProto;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.ReadableJson;
import dev.membrane.server.HttpEndpoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The routes of all calls of the service. Each has {@code POST /v1/<name-in-small-letters>} and the
 * path of the Connect protocol. Some also have a {@link ResourcePath}, with the methods of HTTP.
 * Immutable.
 */
final class Routes {

  /** The service, as its descriptor says. */
  static final String SERVICE = "membrane.v1.MembraneService";

  private static final String STREAM = "IngestStream";
  private static final String NO_CONNECT_STREAM =
      STREAM
          + " is a stream: it is served over gRPC and at POST "
          + ReadableJson.path(STREAM)
          + ", not over the Connect protocol";
  private static final String CONNECT = "/" + SERVICE + "/";

  private final Format rest = new RestFormat();
  private final Format connectJson = new ConnectJson();
  private final Format connectBinary = new ConnectBinary();
  private final Map<String, String> byRestPath = new HashMap<>();
  private final Map<String, String> byConnectPath = new HashMap<>();

  private final Map<String, Target> endpoints = new HashMap<>();
  private final MembraneCalls calls;

  /**
   * The paths of the service, and more.
   *
   * @param others what other modules serve
   */
  Routes(MembraneCalls calls, List<HttpEndpoint> others) {
    this.calls = calls;
    others.forEach(one -> endpoints.put(one.path(), new EndpointTarget(one, rest)));
    for (MethodDescriptor method : service().getMethods()) {
      byRestPath.put(ReadableJson.path(method.getName()), method.getName());
      byConnectPath.put(CONNECT + method.getName(), method.getName());
    }
  }

  static ServiceDescriptor service() {
    return MembraneProto.getDescriptor().findServiceByName("MembraneService");
  }

  /** The format in which a path is answered, whether or not there is anything. */
  Format formatOf(String path) {
    return isConnect(path) ? connectJson : rest;
  }

  /** Whether a path is one of the Connect protocol. */
  static boolean isConnect(String path) {
    return path.startsWith(CONNECT);
  }

  /**
   * What a request asks for.
   *
   * @param mediaType of its body; null: it does not say
   * @throws HttpRefusal if nothing is served at the path
   */
  Target find(String method, String path, @Nullable String mediaType) {
    if (STREAM.equals(byRestPath.get(path))) {
      return new StreamTarget(STREAM, rest);
    }
    if (STREAM.equals(byConnectPath.get(path))) {
      throw new HttpRefusal(Statuses.NOT_IMPLEMENTED, CallCode.UNIMPLEMENTED, NO_CONNECT_STREAM);
    }
    Target endpoint = endpoints.get(path);
    return endpoint == null ? new RpcTarget(route(method, path, mediaType), calls) : endpoint;
  }

  private Route route(String method, String path, @Nullable String mediaType) {
    String call = byRestPath.get(path);
    if (call != null) {
      return Route.ofBody(call, path, rest);
    }
    String rpc = byConnectPath.get(path);
    if (rpc != null) {
      boolean isBinary = connectBinary.mediaType().equals(mediaType);
      return Route.ofBody(rpc, path, isBinary ? connectBinary : connectJson);
    }
    return ofResource(method, path);
  }

  /** Where the path is known and the method is not, the route says which methods there are. */
  private Route ofResource(String method, String path) {
    List<ResourcePath> known =
        ResourcePath.ALL.stream().filter(it -> it.idIn(path).isPresent()).toList();
    ResourcePath first =
        known.stream()
            .filter(it -> it.method().equals(method))
            .findFirst()
            .or(() -> known.stream().findFirst())
            .orElseThrow(
                () ->
                    new HttpRefusal(
                        Statuses.NOT_FOUND, CallCode.UNIMPLEMENTED, "there is no " + path));
    Set<String> methods = known.stream().map(ResourcePath::method).collect(Collectors.toSet());
    methods.add("HEAD");
    return new Route(
        first.call(), first.template(), rest, new Resource(methods, first.idIn(path).orElse("")));
  }
}
