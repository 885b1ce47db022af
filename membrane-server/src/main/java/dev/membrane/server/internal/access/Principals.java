package dev.membrane.server.internal.access;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.StartException;
import dev.membrane.server.internal.config.ConfigFile;
import dev.membrane.server.internal.config.Variables;
import dev.membrane.spi.Config;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code principals}, whose names and keys are each unique. Not thread-safe. */
final class Principals {

  /** The key that is read. */
  static final String PRINCIPALS = "principals";

  private static final String EMPTY = "must hold at least one principal, or be left out";

  private final Config config;
  private final Map<String, String> placesByName = new HashMap<>();
  private final Map<ApiKey, String> placesByKey = new LinkedHashMap<>();
  private final List<Principal> read = new ArrayList<>();

  private Principals(Config config) {
    this.config = config;
  }

  /**
   * The principals, without faulty ones, whose faults prevent the start. An empty list prevents it
   * too, and so do no value and an empty variable: the server would then ask nobody for a key,
   * which cannot be the purpose of a list.
   *
   * @param apiKey the key of the caller with every right, which no principal may have too
   */
  static List<Principal> from(Config config, @Nullable ApiKey apiKey) {
    Principals principals = new Principals(config);
    if (apiKey != null) {
      principals.placesByKey.put(apiKey, "api_key");
    }
    List<JsonValue> items = items(config);
    for (int i = 0; i < items.size(); i++) {
      principals.read(PRINCIPALS + "[" + i + "]", items.get(i));
    }
    return List.copyOf(principals.read);
  }

  /** A variable is text, and this is the one key that is a list. */
  private static List<JsonValue> items(Config config) {
    if (Config.variable(config.variables(""), Variables.PRINCIPALS).isPresent()) {
      return config.value(PRINCIPALS, List.of(), Principals::parsed);
    }
    List<JsonValue> items = config.list(PRINCIPALS);
    if (config.isEmpty(PRINCIPALS) || (items.isEmpty() && config.has(PRINCIPALS))) {
      config.fault(PRINCIPALS, EMPTY);
    }
    return items;
  }

  private static List<JsonValue> parsed(String text) {
    JsonValue value;
    try {
      value = ConfigFile.variable(Variables.PRINCIPALS, text);
    } catch (StartException malformed) {
      throw new IllegalArgumentException(malformed.getMessage(), malformed);
    }
    if (value instanceof JsonArray list && !list.items().isEmpty()) {
      return list.items();
    }
    boolean isEmpty = value instanceof JsonArray || value.equals(new JsonString(""));
    throw new IllegalArgumentException(isEmpty ? EMPTY : "must be a list");
  }

  private void read(String place, JsonValue item) {
    if (!(item instanceof JsonObject members)) {
      config.fault(place, "must be a map, as in `- name: agent`");
      return;
    }
    PrincipalEntry entry = new PrincipalEntry(members);
    entry.name().ifPresent(name -> checkName(place, name, entry));
    entry.key().ifPresent(key -> checkKey(place, key, entry));
    List<String> faults = entry.faults();
    faults.forEach(fault -> tell(place, fault));
    if (faults.isEmpty()) {
      read.add(entry.principal());
    }
  }

  private void checkName(String place, String name, PrincipalEntry entry) {
    String other = placesByName.putIfAbsent(name, place);
    if (other != null) {
      entry.fault(PrincipalEntry.NAME, "is also the name of " + other);
    }
  }

  private void checkKey(String place, ApiKey key, PrincipalEntry entry) {
    placesByKey.entrySet().stream()
        .filter(known -> known.getKey().matches(key))
        .findFirst()
        .ifPresentOrElse(
            known -> entry.fault(PrincipalEntry.KEY, "is also the key of " + known.getValue()),
            () -> placesByKey.put(key, place));
  }

  private void tell(String place, String fault) {
    int colon = fault.indexOf(": ");
    config.fault(place + "." + fault.substring(0, colon), fault.substring(colon + 2));
  }
}
