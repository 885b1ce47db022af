package dev.membrane.mcp;

import static java.util.Objects.requireNonNull;

import dev.membrane.Permission;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tool and its description.
 *
 * @param listed the description as clients see it
 * @param permissions that a caller must hold to see and use it
 * @param arguments their names
 */
record ToolEntry(JsonObject listed, Set<Permission> permissions, Set<String> arguments, Tool tool) {

  private static final String PERMISSIONS = "permissions";

  /**
   * A tool of the file.
   *
   * @param description its object there
   */
  static ToolEntry of(JsonObject description, Tool tool) {
    var members = new LinkedHashMap<>(description.members());
    JsonArray needed = (JsonArray) requireNonNull(members.remove(PERMISSIONS));
    JsonObject schema = Members.object(description, "inputSchema").orElseThrow();
    return new ToolEntry(
        new JsonObject(members),
        permissions(needed),
        Members.object(schema, "properties").map(JsonObject::members).orElse(Map.of()).keySet(),
        tool);
  }

  private static Set<Permission> permissions(JsonArray names) {
    Set<String> wanted =
        names.items().stream().map(name -> ((JsonString) name).value()).collect(Collectors.toSet());
    return Stream.of(Permission.values())
        .filter(permission -> wanted.contains(permission.wireName()))
        .collect(Collectors.toUnmodifiableSet());
  }
}
