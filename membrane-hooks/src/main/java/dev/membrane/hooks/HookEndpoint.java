package dev.membrane.hooks;

import dev.membrane.hooks.HookEvent.HookKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.server.HttpAnswer;
import dev.membrane.server.HttpEndpoint;
import dev.membrane.server.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes in the events of one host. Memory is asked for the answer before the event is stored, so
 * that a prompt is not answered with itself.
 */
final class HookEndpoint implements HttpEndpoint {

  /** The header with which a caller of several scopes stays in one of them. */
  static final String SCOPE = "membrane-scope";

  private static final String PATH = "/hooks/";
  private static final int OK = 200;
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final RecordCodec CODEC = new RecordCodec();

  private final Host host;
  private final Recorder recorder;
  private final Recall recall;

  HookEndpoint(Host host, Recorder recorder, Recall recall) {
    this.host = host;
    this.recorder = recorder;
    this.recall = recall;
  }

  static String pathOf(Host host) {
    return PATH + host.name();
  }

  @Override
  public String path() {
    return pathOf(host);
  }

  @Override
  public Set<String> methods() {
    return Set.of("POST");
  }

  @Override
  public Set<String> headers() {
    return Set.of(SCOPE);
  }

  @Override
  public HttpAnswer answer(HttpRequest request) {
    Optional<HookEvent> told = host.read(HookFields.of(request.body()));
    String scope = request.narrowingHeader(SCOPE).orElse(null);
    HookCaller caller = new HookCaller(request.admission(), host.name(), scope);
    JsonObject answer = told.map(event -> answer(event, caller)).orElse(NOTHING);
    byte[] body = CODEC.write(answer).getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(OK, "application/json", body);
  }

  /** Whoever sets up a host can name a scope by the header only, so the refusal says that. */
  private void record(HookEvent event, HookCaller caller) {
    try {
      recorder.record(event, caller);
    } catch (ValidationException refused) {
      boolean isUnsaid = caller.scope() == null && refused.field().equals("scope");
      throw isUnsaid
          ? ValidationException.worded(
              "scope", refused.getMessage() + "; the header " + SCOPE + " names it")
          : refused;
    }
  }

  private JsonObject answer(HookEvent event, HookCaller caller) {
    HookKind kind = event.kind();
    String help = host.hears(kind) ? recall.about(event.text(), caller) : "";
    record(event, caller);
    return help.isEmpty() ? NOTHING : host.answer(kind, help);
  }
}
