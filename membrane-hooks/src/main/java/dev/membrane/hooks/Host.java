package dev.membrane.hooks;

import dev.membrane.hooks.HookEvent.HookKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * A program in which agents run, and how it speaks to its hooks. All that is known of a host is in
 * its one class. Stateless.
 */
interface Host {

  /** All hosts. */
  List<Host> ALL = List.of(new ClaudeCode(), new Copilot());

  /** The last part of the path of its endpoint, and the source of what it tells. */
  String name();

  /**
   * Reads an event; empty if it is not stored, like every event of an unknown kind.
   *
   * @throws dev.membrane.schema.ValidationException naming the member, if it is not as documented
   */
  Optional<HookEvent> read(HookFields event);

  /** Whether what is answered to such an event reaches the model. */
  boolean hears(HookKind kind);

  /**
   * How a text for the model is answered.
   *
   * @param kind one that it hears
   */
  JsonObject answer(HookKind kind, String text);

  /** Its settings with the hooks in it, to be pasted. */
  JsonValue settings(Connection to);

  /** What to know when they are pasted, a line each. */
  List<String> remarks(Connection to);
}
