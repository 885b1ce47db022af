package dev.membrane.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds members that mean nothing here, which nobody keeps. */
final class UnknownMembers {

  private UnknownMembers() {}

  /**
   * Notes the members that are not kept, and those within them not again. A member without a value
   * is no loss.
   *
   * @param path what is given is called so; items of a list are told without their numbers
   * @param given what a file has
   * @param kept what of it is known here
   * @param notes get each member
   */
  static void note(String path, JsonNode given, JsonNode kept, ImportNotes notes) {
    given
        .properties()
        .forEach(
            member -> {
              String at = path + "." + member.getKey();
              JsonNode value = member.getValue();
              if (kept.has(member.getKey())) {
                note(at, value, kept.path(member.getKey()), notes);
              } else if (!isEmpty(value)) {
                notes.left(at + ", which is unknown here");
              }
            });
    for (int i = 0; given.isArray() && i < given.size(); i++) {
      note(path + "[]", given.path(i), kept.path(i), notes);
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull() || (value.isValueNode() ? value.asText().isEmpty() : value.isEmpty());
  }
}
