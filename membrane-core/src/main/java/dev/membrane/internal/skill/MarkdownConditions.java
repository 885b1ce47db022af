package dev.membrane.internal.skill;

import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Conditions as Markdown. */
final class MarkdownConditions {

  private MarkdownConditions() {}

  static List<String> of(@Nullable JsonObject conditions, PersonalWords personal) {
    return conditions == null
        ? List.of()
        : conditions.members().entrySet().stream().map(each -> text(each, personal)).toList();
  }

  /** A value that would refer to somebody is not shown; that there has to be a certain one is. */
  private static String text(Map.Entry<String, JsonValue> condition, PersonalWords personal) {
    String name = Markdown.code(condition.getKey());
    JsonValue value = condition.getValue();
    if (value instanceof JsonBoolean truth) {
      return name + " is " + truth.value();
    }
    return value instanceof JsonString text && !personal.isPersonal(text.value())
        ? name + " is " + Markdown.text(text.value())
        : name + " has a certain value";
  }
}
