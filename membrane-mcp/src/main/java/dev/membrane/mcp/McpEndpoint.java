package dev.membrane.mcp;

import dev.membrane.CancelledException;
import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallFailures;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.HttpAnswer;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpRequest;
import dev.membrane.server.ListenAddress;
import dev.membrane.server.local.DatabaseFiles;
import dev.membrane.server.local.ServerFile;
import dev.membrane.spi.Config;
import dev.membrane.spi.Observer;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Call;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Model Context Protocol over streamable HTTP: a message in, its answer as JSON. Thread-safe.
 */
final class McpEndpoint implements HttpEndpoint {

  static final String PATH = "/mcp";

  /** Failures of a call that the caller could have avoided. */
  private static final Set<CallCode> THEIRS =
      EnumSet.of(
          CallCode.INVALID_ARGUMENT,
          CallCode.NOT_FOUND,
          CallCode.PERMISSION_DENIED,
          CallCode.FAILED_PRECONDITION);

  private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  private final McpMethods methods;
  private final CallFailures failures;
  private final Config config;
  private final Tracer tracer;
  private final Observer observer;
  private final Optional<DatabaseFiles> files;
  private Optional<Announcement> announced = Optional.empty();

  /**
   * An endpoint that is not served yet.
   *
   * @param context with the database next to which it says where it is served
   * @param version of this software
   */
  McpEndpoint(CallFailures failures, InstantSource clock, PluginContext context, String version) {
    this.config = context.config();
    this.tracer = context.tracer();
    this.observer = context.observer();
    this.files = DatabaseFiles.of(config);
    this.methods = new McpMethods(failures, clock, version);
    this.failures = failures;
  }

  @Override
  public String path() {
    return PATH;
  }

  @Override
  public Set<String> methods() {
    return Set.of("POST");
  }

  @Override
  public Set<String> headers() {
    return Set.of(
        Revisions.VERSION_HEADER,
        Revisions.METHOD_HEADER,
        Revisions.NAME_HEADER,
        McpCall.SCOPE_HEADER,
        McpCall.IDEMPOTENCY_HEADER);
  }

  /** Without the file, who looks for this server finds none; all else works. */
  @Override
  public synchronized void opened(ListenAddress at) {
    if (files.isEmpty()) {
      return;
    }
    DatabaseFiles beside = files.get();
    try {
      ServerFile file = ServerFile.ofThisProcess(at.asTarget(), config, beside);
      announced = Optional.of(Announcement.of(file, beside));
    } catch (IOException failed) {
      LOG.warn(
          "commands do not find this server: {} was not written: {}",
          beside.server(),
          failed.getMessage());
    }
  }

  @Override
  public synchronized void closed() {
    announced.ifPresent(Announcement::close);
  }

  @Override
  public HttpAnswer answer(HttpRequest request) {
    RpcMessage message;
    try {
      message = RpcMessage.read(request.body());
    } catch (RpcException malformed) {
      return json(malformed.status(), malformed.toAnswer());
    }
    Call traced = tracer.isOn() && message.isRequest() ? traced(message) : Call.NONE;
    Span entered = traced.enter();
    try {
      return answer(request, message, traced);
    } finally {
      entered.close();
    }
  }

  /** What the caller has begun is in the message; HTTP may be spoken by somebody in between. */
  private Call traced(RpcMessage message) {
    Incoming incoming =
        new Incoming(
            Protocol.MCP,
            methods.known(message.method()).orElse(""),
            methods.target(message.method(), message.params()).orElse(""));
    JsonObject meta = message.meta();
    return tracer.call(incoming, name -> MessageFields.text(meta, name).orElse(null));
  }

  private HttpAnswer answer(HttpRequest request, RpcMessage message, Call traced) {
    long start = System.nanoTime();
    // What nobody catches here is none of the caller's doing.
    String fault = CallCode.INTERNAL.name();
    String status = fault;
    try {
      boolean isStateless = Revisions.isStateless(message, request);
      JsonValue id = message.id();
      HttpAnswer answer =
          id == null
              ? HttpAnswer.empty(ACCEPTED)
              : answered(
                  id,
                  methods.answer(
                      McpCall.of(request, isStateless), message.method(), message.params()));
      fault = "";
      status = "OK";
      return answer;
    } catch (ToolException failed) {
      fault = failed.code().name();
      status = fault;
      return answered(message.id(), failed.result());
    } catch (RpcException refused) {
      fault = String.valueOf(refused.code());
      status = CallCode.INVALID_ARGUMENT.name();
      return failed(message.id(), refused);
    } catch (CancelledException nobodyWaits) {
      fault = CallCode.CANCELLED.name();
      status = fault;
      throw nobodyWaits;
    } catch (RuntimeException failure) {
      CallFailure known = failures.of("mcp/" + message.method(), failure);
      RpcException told = told(known);
      fault = String.valueOf(told.code());
      status = known.code().name();
      return failed(message.id(), told);
    } finally {
      traced.end(fault);
      ended(message, status, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /** The log is told nothing of the content, as over gRPC and HTTP. */
  private void ended(RpcMessage message, String status, Duration took) {
    String method = counted(message);
    observer.call(method, status, took);
    LOG.atDebug()
        .addKeyValue("method", method)
        .addKeyValue("status", status)
        .addKeyValue("micros", took.toNanos() / 1_000)
        .log("call");
  }

  /** What a call is counted as: to HTTP each is the same method, and each answer a success. */
  private String counted(RpcMessage message) {
    String method = message.method();
    return "mcp/"
        + methods
            .target(method, message.params())
            .or(() -> methods.known(method))
            .orElse("unknown");
  }

  private static RpcException told(CallFailure failure) {
    return new RpcException(
        THEIRS.contains(failure.code()) ? RpcException.INVALID_PARAMS : RpcException.INTERNAL,
        OK,
        failure.text());
  }

  private static HttpAnswer answered(@Nullable JsonValue id, JsonObject result) {
    return json(
        OK, new MessageFields().put("jsonrpc", "2.0").put("id", id).put("result", result).build());
  }

  private static HttpAnswer failed(@Nullable JsonValue id, RpcException refused) {
    return json(refused.status(), refused.toAnswer(id));
  }

  private static HttpAnswer json(int status, JsonValue answer) {
    byte[] body = RpcMessage.written(answer).getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(status, "application/json", body);
  }
}
