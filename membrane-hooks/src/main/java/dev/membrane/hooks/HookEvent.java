package dev.membrane.hooks;

import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolEffect;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that a host reported, in the same form for every host.
 *
 * @param text what was asked, said or summed up, or what a session is about; may be empty
 * @param call the tool call; null where it is about none
 * @param outcome how the turn or the session ended, as the host says; null: it does not say
 */
record HookEvent(
    HookKind kind,
    Origin origin,
    String text,
    @Nullable ToolCall call,
    @Nullable OutcomeStatus outcome) {

  /** What happened. */
  enum HookKind {
    SESSION_STARTED,
    PROMPTED,
    TOOL_CALLED,
    TURN_ENDED,
    COMPACTED,
    SESSION_ENDED
  }

  /**
   * Where an event comes from.
   *
   * @param agent the subagent within the session; null: the main one
   * @param turn the prompt that the agent works on; null: the host does not name it
   * @param id identifies the event within its session; null: it has no id
   * @param at when it happened; null: now
   */
  record Origin(
      String session,
      @Nullable String agent,
      @Nullable String turn,
      @Nullable String id,
      @Nullable Instant at) {}

  /**
   * A tool call that came to an end.
   *
   * @param error why it failed; null: it did not
   * @param effect of the calls of this tool of the host; null: not known
   */
  record ToolCall(
      String tool,
      JsonValue input,
      JsonValue result,
      @Nullable String error,
      @Nullable ToolEffect effect) {}

  static HookEvent of(HookKind kind, Origin origin, String text) {
    return new HookEvent(kind, origin, text, null, null);
  }

  static HookEvent called(Origin origin, ToolCall call) {
    return new HookEvent(HookKind.TOOL_CALLED, origin, "", call, null);
  }

  /** The same, which ended as the host says. */
  HookEvent ended(@Nullable OutcomeStatus told) {
    return new HookEvent(kind, origin, text, call, told);
  }
}
