package dev.membrane.tools;

import static java.util.Objects.requireNonNull;

import dev.membrane.Permission;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.ValidationException;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tool that a model can use. Immutable and thread-safe. */
public final class MemoryTool {

  private static final String NAME = "name";
  private static final String PERMISSIONS = "permissions";
  private static final String SCOPE = "scope";

  private final JsonObject description;
  private final Set<Permission> permissions;
  private final ToolUse use;

  private MemoryTool(JsonObject description, Set<Permission> permissions, ToolUse use) {
    this.description = description;
    this.permissions = permissions;
    this.use = use;
  }

  /**
   * A tool of the file.
   *
   * @param entry its object there
   */
  static MemoryTool of(JsonObject entry, ToolUse use) {
    var members = new LinkedHashMap<>(entry.members());
    JsonArray needed = (JsonArray) requireNonNull(members.remove(PERMISSIONS));
    return new MemoryTool(new JsonObject(members), permissions(needed), use);
  }

  private static Set<Permission> permissions(JsonArray names) {
    Set<String> wanted =
        names.items().stream().map(name -> ((JsonString) name).value()).collect(Collectors.toSet());
    return Stream.of(Permission.values())
        .filter(permission -> wanted.contains(permission.wireName()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The name in an object of the file. */
  static String nameOf(JsonObject entry) {
    return text(entry, NAME);
  }

  private static String text(JsonObject object, String member) {
    return ((JsonString) requireNonNull(object.get(member))).value();
  }

  /** Its name. */
  public String name() {
    return text(description, NAME);
  }

  /**
   * All that models and hosts see of it, in the form of the Model Context Protocol: {@code name},
   * {@code title}, {@code description}, {@code annotations} and {@code inputSchema}.
   */
  public JsonObject listed() {
    return description;
  }

  /** When to use it and what it answers, in words for a model. */
  public String description() {
    return text(description, "description");
  }

  /** What its arguments are, as JSON Schema. */
  public JsonObject inputSchema() {
    return (JsonObject) requireNonNull(description.get("inputSchema"));
  }

  /** The permissions that a caller needs, all of them. */
  public Set<Permission> permissions() {
    return permissions;
  }

  /**
   * Does it, and says what came of it. The answer has at most {@value TextLimit#MAX_ANSWERED}
   * tokens and a few.
   *
   * @throws dev.membrane.schema.ValidationException if an argument is missing, unknown or wrong;
   *     the message is worded for a model that tries again
   * @throws RuntimeException as the memory does
   */
  public String use(ToolSession session, JsonObject arguments) {
    JsonObject properties = (JsonObject) requireNonNull(inputSchema().get("properties"));
    ToolArguments checked = new ToolArguments(arguments, properties.members().keySet());
    try {
      return TextLimit.cutToTokens(use.use(session, checked), TextLimit.MAX_ANSWERED);
    } catch (ValidationException wrong) {
      throw wrong.field().equals(SCOPE)
          ? ofHost(wrong, session)
          : ToolArguments.named(wrong, use.argumentsByField());
    }
  }

  private static ValidationException ofHost(ValidationException wrong, ToolSession session) {
    String advice =
        "; this is no argument: tell the user that " + session.scopeSetting() + " names it";
    return ToolArguments.wrong(SCOPE, wrong.getMessage() + advice);
  }
}
