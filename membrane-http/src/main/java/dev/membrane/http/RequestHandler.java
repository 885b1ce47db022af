package dev.membrane.http;

import dev.membrane.protocol.CallCode;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.CallFailures;
import dev.membrane.protocol.CallIds;
import dev.membrane.protocol.CallThreads;
import dev.membrane.protocol.FaultIds;
import dev.membrane.protocol.ItemStreams;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.RequestByteLimit;
import dev.membrane.server.Admission;
import dev.membrane.server.Gate;
import dev.membrane.server.HttpAnswer;
import dev.membrane.server.NotAdmittedException;
import dev.membrane.server.Transport;
import dev.membrane.server.limits.CallerAddress;
import dev.membrane.server.limits.PlaceShares;
import dev.membrane.spi.Observer;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.Tracer.Call;
import dev.membrane.spi.Tracer.Incoming;
import dev.membrane.spi.Tracer.Protocol;
import dev.membrane.spi.Tracer.Span;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Handles a request. It finds out whether the request is for this server, who makes it, and what it
 * asks for. Then it reads the body, makes the call and answers. No thread waits for the body.
 * Thread-safe.
 */
final class RequestHandler extends Handler.Abstract.NonBlocking {

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  private static final long MAX_BYTES =
      Math.max(MembraneCalls.MAX_REQUEST_BYTES, RequestByteLimit.SHARE_OF_HEAP);

  private final Routes routes;
  private final RequestByteLimit budget = new RequestByteLimit(MAX_BYTES);

  /**
   * A place is taken with the headers of a call, and given back with its answer. A caller may have
   * half of them.
   */
  private final PlaceShares places = new PlaceShares(Transport.MAX_CALLS, Transport.MAX_CALLS / 2);

  private final AllowedHosts hosts;
  private final AllowedOrigins origins;
  private final Gate gate;
  private final CallFailures failures = new CallFailures(new FaultIds());
  private final Observer observer;
  private final Tracer tracer;
  private final CallThreads threads;
  private final ConnectionLimiter connections;
  private final OpenPages pages;
  private final LongSupplier nanos = System::nanoTime;
  private final ItemStreams streams;

  RequestHandler(HttpSetup setup, CallThreads threads, ConnectionLimiter connections) {
    MembraneCalls calls = new MembraneCalls();
    HttpConfig config = setup.config();
    this.routes = new Routes(calls, setup.endpoints());
    this.streams = new ItemStreams(calls, thrown -> failures.of("http/IngestStream", thrown));
    this.hosts = new AllowedHosts(config.address().host(), config.hosts());
    this.origins = new AllowedOrigins(config.origins(), setup.endpoints());
    this.gate = setup.gate();
    this.observer = setup.observer();
    this.tracer = setup.tracer();
    this.threads = threads;
    this.connections = connections;
    this.pages = setup.pages();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    var connection = request.getConnectionMetaData().getConnection();
    connections.begins(connection);
    Request.addCompletionListener(request, failed -> connections.ends(connection));
    String path = Request.getPathInContext(request);
    String id = CallIds.of(request.getHeaders().get(CallIds.HEADER));
    response.getHeaders().put(CallIds.HEADER, id);
    Exchange exchange =
        new Exchange(
            request,
            response,
            callback,
            budget.of(CallerAddress.of(remote(request))),
            routes.formatOf(path));
    MDC.put(CallIds.LOGGED, id);
    try {
      begin(exchange, path, id);
    } catch (HttpRefusal refusal) {
      exchange.refuse(refusal);
    } catch (Throwable fault) {
      // A supervised boundary catches everything: a caller waits, and the thread has to go on.
      exchange.fail(failures.of("http", fault));
    } finally {
      MDC.remove(CallIds.LOGGED);
    }
    return true;
  }

  private void begin(Exchange exchange, String path, String id) {
    Request request = exchange.request();
    hosts.check(request);
    origins.check(request, exchange.response().getHeaders());
    CallHeaders.checkPath(request);
    if (AllowedOrigins.isPreflight(request)) {
      origins.answerPreflight(exchange.response().getHeaders());
      exchange.answer(HttpAnswer.empty(Statuses.NO_CONTENT));
      return;
    }
    if (pages.has(path)) {
      checkMethod(exchange, OpenPages.METHODS);
      threads.reading().execute(() -> show(exchange, path));
      return;
    }
    Target target = routes.find(request.getMethod(), path, CallHeaders.mediaType(request));
    checkMethod(exchange, target.methods());
    beginCall(exchange, target, id);
  }

  private void beginCall(Exchange exchange, Target target, String id) {
    long start = nanos.getAsLong();
    Call traced = tracer.isOn() ? traced(exchange.request(), target) : Call.NONE;
    HttpCall call = new HttpCall(exchange, target, id, start, traced);
    exchange.isCall(target.format(), (code, status) -> ended(call, code, status));
    Span entered = traced.enter();
    try {
      admit(call);
    } finally {
      entered.close();
    }
  }

  /** The pages that may read what is answered. */
  AllowedOrigins origins() {
    return origins;
  }

  /** Has the streams answer what they have received, and end. */
  void stopStreams() {
    streams.close();
  }

  private void show(Exchange exchange, String path) {
    try {
      String known = exchange.request().getHeaders().get(HttpHeader.IF_NONE_MATCH);
      exchange.answer(pages.answer(path, known));
    } catch (RuntimeException fault) {
      exchange.fail(failures.of("http" + path, fault));
    }
  }

  private static void checkMethod(Exchange exchange, Set<String> methods) {
    if (!methods.contains(exchange.request().getMethod())) {
      String allowed = String.join(", ", methods.stream().sorted().toList());
      exchange.response().getHeaders().put(HttpHeader.ALLOW, allowed);
      throw new HttpRefusal(
          Statuses.NOT_ALLOWED, CallCode.UNIMPLEMENTED, "only " + allowed + " here");
    }
  }

  private Call traced(Request request, Target target) {
    String path = target.path();
    Incoming incoming =
        Routes.isConnect(path)
            ? new Incoming(Protocol.CONNECT, path.substring(1), "")
            : new Incoming(
                request.isSecure() ? Protocol.HTTPS : Protocol.HTTP, request.getMethod(), path);
    HttpFields headers = request.getHeaders();
    return tracer.call(incoming, headers::get);
  }

  private void ended(HttpCall call, String code, int status) {
    call.traced().end(Routes.isConnect(call.target().path()) ? code : String.valueOf(status));
    Duration took = Duration.ofNanos(nanos.getAsLong() - call.start());
    observer.call(call.method(), code, took);
    if (LOG.isDebugEnabled()) {
      log(call, code, took);
    }
  }

  /**
   * The log is told nothing of the content, as over gRPC. Whatever thread has answered, the line is
   * one of the call.
   */
  private static void log(HttpCall call, String code, Duration took) {
    String before = MDC.get(CallIds.LOGGED);
    MDC.put(CallIds.LOGGED, call.id());
    Span entered = call.traced().enter();
    LOG.atDebug()
        .addKeyValue("method", call::method)
        .addKeyValue("status", code)
        .addKeyValue("micros", took.toNanos() / 1_000)
        .addKeyValue("peer", () -> Request.getRemoteAddr(call.request()))
        .log("call");
    entered.close();
    if (before == null) {
      MDC.remove(CallIds.LOGGED);
    } else {
      MDC.put(CallIds.LOGGED, before);
    }
  }

  private void admit(HttpCall call) {
    Request request = call.request();
    Exchange exchange = call.exchange();
    CallHeaders.check(request, call.target());
    Deadline deadline = Deadline.of(request, nanos);
    Admission admission;
    try {
      String key = Gate.bearerKeyOf(request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION));
      admission = gate.admit(key, CallerAddress.of(remote(request)));
    } catch (NotAdmittedException refused) {
      CallFailure failure = CallFailures.notAdmitted(refused);
      exchange.later(
          refused.delay().toMillis(), () -> exchange.fail(failure, refused.retryAfter()));
      return;
    }
    String account = admission.account();
    connections.keep(request.getConnectionMetaData().getConnection(), account);
    if (!places.take(account)) {
      exchange.fail(
          new CallFailure(CallCode.RESOURCE_EXHAUSTED, "too many calls at once, try again later"));
      return;
    }
    Request.addCompletionListener(request, failed -> places.give(account));
    exchange.isOf(budget.of(account));
    serve(call, admission, deadline);
  }

  private void serve(HttpCall call, Admission admission, Deadline deadline) {
    Exchange exchange = call.exchange();
    Target target = call.target();
    if (target instanceof StreamTarget) {
      Route.refuseParameters(RpcTarget.query(call.request()));
      Executor executor = tracer.carrying(executor(call, 0));
      LineStream.serve(exchange, target.format(), streams, admission, deadline, executor);
    } else {
      new BodyReader(
              exchange,
              body ->
                  executor(call, body.length)
                      .execute(() -> answer(call, admission, deadline, body)))
          .run();
    }
  }

  private Executor executor(HttpCall call, long bytes) {
    return connections.working(
        call.request().getConnectionMetaData().getConnection(),
        threads.of(call.target().name(), bytes));
  }

  private void answer(HttpCall call, Admission admission, Deadline deadline, byte[] body) {
    Exchange exchange = call.exchange();
    MDC.put(CallIds.LOGGED, call.id());
    Span entered = call.traced().enter();
    try {
      deadline.check();
      Admission waiting = admission.waitingUntil(() -> deadline.isOver() || exchange.isOver());
      HttpAnswer answer = call.target().answer(call.request(), body, waiting);
      exchange.answer(answer);
      failures.answered(call.method());
    } catch (HttpRefusal late) {
      exchange.refuse(late);
    } catch (Throwable fault) {
      // A supervised boundary catches everything: a caller waits, and the thread has to go on.
      exchange.fail(deadline.ofOver(failures.of(call.method(), fault)), fault);
    } finally {
      entered.close();
      MDC.remove(CallIds.LOGGED);
    }
  }

  private static SocketAddress remote(Request request) {
    return request.getConnectionMetaData().getRemoteSocketAddress();
  }
}
