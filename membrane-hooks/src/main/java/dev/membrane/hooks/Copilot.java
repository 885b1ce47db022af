package dev.membrane.hooks;

import dev.membrane.hooks.HookEvent.HookKind;
import dev.membrane.hooks.HookEvent.Origin;
import dev.membrane.hooks.HookEvent.ToolCall;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.server.command.HttpCaller;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * GitHub Copilot CLI and its cloud agent, by their <a
 * href="https://docs.github.com/en/copilot/reference/hooks-reference">hooks reference</a> as of
 * commit 05da5bc of github/docs (2026), in the format with names like {@code SessionStart}, since
 * events in the other format do not carry their name.
 *
 * <p>Events do not name their prompt, so what comes after a prompt belongs to it. A repeated event
 * is recognised by its time and its whole content. The end of a session tells how it ended.
 */
final class Copilot implements Host {

  private static final String STARTED = "SessionStart";

  private static final List<String> EVENTS =
      List.of(
          STARTED,
          "UserPromptSubmit",
          "PostToolUse",
          "PostToolUseFailure",
          "Stop",
          "ErrorOccurred",
          "SessionEnd");

  private static final int TIMEOUT_SECONDS = 5;

  @Override
  public String name() {
    return "copilot";
  }

  @Override
  public Optional<HookEvent> read(HookFields event) {
    return switch (event.text("hook_event_name")) {
      case STARTED -> some(HookKind.SESSION_STARTED, event, topic(event));
      case "UserPromptSubmit" -> Optional.of(prompted(event));
      case "PostToolUse" -> called(event, result(event), null);
      case "PostToolUseFailure" -> called(event, JsonNull.NULL, event.text("error"));
      case "Stop" -> some(HookKind.TURN_ENDED, event, "");
      case "ErrorOccurred" -> failed(event);
      case "SessionEnd" ->
          some(HookKind.SESSION_ENDED, event, "")
              .map(it -> it.ended(outcome(event.text("reason"))));
      default -> Optional.empty();
    };
  }

  private static Optional<HookEvent> some(HookKind kind, HookFields event, String text) {
    return Optional.of(HookEvent.of(kind, origin(event, null), text));
  }

  private static HookEvent prompted(HookFields event) {
    Origin origin = origin(event, null);
    return HookEvent.of(HookKind.PROMPTED, origin(event, origin.id()), event.text("prompt"));
  }

  private static Optional<HookEvent> called(
      HookFields event, JsonValue result, @Nullable String error) {
    String tool = event.id("tool_name");
    ToolCall call =
        new ToolCall(tool, event.value("tool_input"), result, error, ClaudeTools.effect(tool));
    return Optional.of(HookEvent.called(origin(event, null), call));
  }

  /** What the agent works around is no end. */
  private static Optional<HookEvent> failed(HookFields event) {
    return event.flag("recoverable")
        ? Optional.empty()
        : some(HookKind.TURN_ENDED, event, event.object("error").textOrEmpty("message"))
            .map(it -> it.ended(OutcomeStatus.FAILURE));
  }

  private static String topic(HookFields event) {
    String prompt = event.textOrEmpty("initial_prompt");
    return prompt.isBlank() ? event.lastPart("cwd") : prompt;
  }

  private static JsonValue result(HookFields event) {
    JsonValue result = event.value("tool_result");
    return result instanceof JsonObject object
            && object.get("text_result_for_llm") instanceof JsonString text
        ? text
        : result;
  }

  /** Whoever is stopped from outside has neither succeeded nor failed. */
  private static @Nullable OutcomeStatus outcome(String reason) {
    return switch (reason) {
      case "complete" -> OutcomeStatus.SUCCESS;
      case "error", "timeout" -> OutcomeStatus.FAILURE;
      default -> null;
    };
  }

  private static Origin origin(HookFields event, @Nullable String turn) {
    Instant at = event.instant("timestamp");
    String id = at == null ? null : event.digest();
    return new Origin(event.id("session_id"), null, turn, id, at);
  }

  /** What is answered to a prompt is dropped. */
  @Override
  public boolean hears(HookKind kind) {
    return kind == HookKind.SESSION_STARTED;
  }

  @Override
  public JsonObject answer(HookKind kind, String text) {
    return new JsonObject(Map.of("additionalContext", new JsonString(text)));
  }

  @Override
  public JsonValue settings(Connection to) {
    Map<String, Object> hooks = new LinkedHashMap<>();
    EVENTS.forEach(event -> hooks.put(event, List.of(to.isShell() ? command(to) : http(to))));
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("version", 1);
    settings.put("hooks", hooks);
    return JsonValue.of(settings);
  }

  private static Map<String, Object> http(Connection to) {
    Map<String, Object> hook = new LinkedHashMap<>();
    hook.put("type", "http");
    hook.put("url", to.url());
    if (to.isEncrypted()) {
      hook.put("headers", to.headers("$" + HttpCaller.KEY_VARIABLE));
      hook.put("allowedEnvVars", List.of(HttpCaller.KEY_VARIABLE));
    } else if (!to.headers().isEmpty()) {
      hook.put("headers", to.headers());
    }
    hook.put("timeoutSec", TIMEOUT_SECONDS);
    return hook;
  }

  private static Map<String, Object> command(Connection to) {
    Map<String, Object> hook = new LinkedHashMap<>();
    hook.put("type", "command");
    hook.put("bash", to.command());
    hook.put("timeoutSec", TIMEOUT_SECONDS);
    return hook;
  }

  @Override
  public List<String> remarks(Connection to) {
    String place = "Goes into a file of its own in ~/.copilot/hooks, or in .github/hooks.";
    return to.isShell() || to.isEncrypted()
        ? List.of(place)
        : List.of(
            place,
            "Without TLS, Copilot needs COPILOT_HOOK_ALLOW_LOCALHOST=1 and sends no key; where the"
                + " server asks for one, take --shell.");
  }
}
