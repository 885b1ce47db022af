package dev.membrane.schema;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The names under which the constants of one enum travel: their Java names in lower case. */
final class WireNames<E extends Enum<E>> {

  private final Map<String, E> constants = new LinkedHashMap<>();
  private final Map<E, String> names;

  WireNames(Class<E> type) {
    names = new EnumMap<>(type);
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      constants.put(name, constant);
      names.put(constant, name);
    }
  }

  String of(E constant) {
    return Components.present("name", names.get(constant));
  }

  E find(String field, String name) {
    E found = constants.get(name);
    if (found == null) {
      throw new ValidationException(
          field, "must be one of: " + String.join(", ", constants.keySet()));
    }
    return found;
  }
}
