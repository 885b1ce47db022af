package dev.membrane.hooks;

import dev.membrane.hooks.HookEvent.HookKind;
import dev.membrane.hooks.HookEvent.Origin;
import dev.membrane.hooks.HookEvent.ToolCall;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ValidationException;
import dev.membrane.server.command.HttpCaller;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claude Code, by its <a href="https://code.claude.com/docs/en/hooks">hooks reference</a> as of
 * 2026-08-22.
 *
 * <p>Since version 2.1.196 each event names its prompt. A tool call is reported when it has ended;
 * the event before the call adds nothing and is not used. A subagent has its own turn.
 */
final class ClaudeCode implements Host {

  private static final String STARTED = "SessionStart";
  private static final String PROMPTED = "UserPromptSubmit";

  /** What is sent to the server; a session start goes by a command, as no other hook is run. */
  private static final List<String> EVENTS =
      List.of(
          PROMPTED,
          "PostToolUse",
          "PostToolUseFailure",
          "Stop",
          "StopFailure",
          "SubagentStop",
          "PostCompact",
          "SessionEnd");

  /** Tasks in the background that may run as long as the session, and so keep no turn open. */
  private static final Set<String> ENDLESS = Set.of("shell", "monitor");

  private static final int TIMEOUT_SECONDS = 5;

  @Override
  public String name() {
    return "claude-code";
  }

  @Override
  public Optional<HookEvent> read(HookFields event) {
    return switch (event.text("hook_event_name")) {
      case STARTED -> some(HookKind.SESSION_STARTED, event, event.lastPart("cwd"));
      case PROMPTED -> some(HookKind.PROMPTED, event, event.text("prompt"));
      case "PostToolUse" -> called(event, event.value("tool_response"), null);
      case "PostToolUseFailure" -> called(event, JsonNull.NULL, event.text("error"));
      case "Stop" -> isWaiting(event) ? Optional.empty() : ended(event);
      case "SubagentStop" -> ended(event);
      case "StopFailure" ->
          some(HookKind.TURN_ENDED, event, failure(event))
              .map(it -> it.ended(OutcomeStatus.FAILURE));
      case "PostCompact" -> some(HookKind.COMPACTED, event, event.textOrEmpty("compact_summary"));
      case "SessionEnd" -> some(HookKind.SESSION_ENDED, event, "");
      default -> Optional.empty();
    };
  }

  private static Optional<HookEvent> some(HookKind kind, HookFields event, String text) {
    return Optional.of(HookEvent.of(kind, origin(event), text));
  }

  private static Optional<HookEvent> ended(HookFields event) {
    return some(HookKind.TURN_ENDED, event, event.textOrEmpty("last_assistant_message"));
  }

  private static Optional<HookEvent> called(
      HookFields event, JsonValue response, @Nullable String error) {
    String tool = event.id("tool_name");
    ToolCall call =
        new ToolCall(tool, event.value("tool_input"), response, error, ClaudeTools.effect(tool));
    return Optional.of(HookEvent.called(origin(event), call));
  }

  private static String failure(HookFields event) {
    String details = event.textOrEmpty("error_details");
    return event.text("error") + (details.isBlank() ? "" : ": " + details);
  }

  private static Origin origin(HookFields event) {
    String prompt = event.optionalId("prompt_id");
    String use = event.optionalId("tool_use_id");
    String otherwise = prompt == null ? null : event.digest();
    return new Origin(
        event.id("session_id"),
        event.optionalId("agent_id"),
        prompt,
        use == null ? otherwise : use,
        null);
  }

  /** Whether something is under way that will go on with the turn. */
  private static boolean isWaiting(HookFields event) {
    JsonValue tasks = event.value("background_tasks");
    if (tasks instanceof JsonArray array) {
      return array.items().stream().anyMatch(ClaudeCode::goesOn);
    }
    if (tasks instanceof JsonNull) {
      return false;
    }
    throw new ValidationException("background_tasks", "must be a list");
  }

  private static boolean goesOn(JsonValue task) {
    return !(task instanceof JsonObject object
        && object.get("type") instanceof JsonString type
        && ENDLESS.contains(type.value()));
  }

  @Override
  public boolean hears(HookKind kind) {
    return kind == HookKind.SESSION_STARTED || kind == HookKind.PROMPTED;
  }

  @Override
  public JsonObject answer(HookKind kind, String text) {
    String event = kind == HookKind.PROMPTED ? PROMPTED : STARTED;
    Map<String, JsonValue> output = new LinkedHashMap<>();
    output.put("hookEventName", new JsonString(event));
    output.put("additionalContext", new JsonString(text));
    return new JsonObject(Map.of("hookSpecificOutput", new JsonObject(output)));
  }

  @Override
  public JsonValue settings(Connection to) {
    Map<String, Object> hooks = new LinkedHashMap<>();
    hooks.put(STARTED, group(command(to)));
    EVENTS.forEach(event -> hooks.put(event, group(to.isShell() ? command(to) : http(to))));
    return JsonValue.of(Map.of("hooks", hooks));
  }

  private static List<Object> group(Map<String, Object> hook) {
    return List.of(Map.of("hooks", List.of(hook)));
  }

  private static Map<String, Object> http(Connection to) {
    Map<String, Object> hook = new LinkedHashMap<>();
    hook.put("type", "http");
    hook.put("url", to.url());
    hook.put("headers", to.headers("$" + HttpCaller.KEY_VARIABLE));
    hook.put("allowedEnvVars", List.of(HttpCaller.KEY_VARIABLE));
    hook.put("timeout", TIMEOUT_SECONDS);
    return hook;
  }

  private static Map<String, Object> command(Connection to) {
    Map<String, Object> hook = new LinkedHashMap<>();
    hook.put("type", "command");
    hook.put("command", to.command());
    hook.put("timeout", TIMEOUT_SECONDS);
    return hook;
  }

  @Override
  public List<String> remarks(Connection to) {
    return List.of("Goes into ~/.claude/settings.json, or .claude/settings.json of a project.");
  }
}
