package dev.membrane.tools;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells what the runs that a procedure was learned from gave to its tools in the same way. */
final class FixedArguments {

  /** What stands in a plan for an argument that varies. */
  private static final Pattern INPUT = Pattern.compile("\\{\\{.*}}");

  private static final RecordCodec CODEC = new RecordCodec();

  private FixedArguments() {}

  /** The steps that have any, a line each with the arguments as JSON. */
  static List<String> lines(Payload procedure) {
    List<String> lines = new ArrayList<>();
    if (procedure instanceof CompetencePayload skill) {
      int number = 0;
      for (RecipeStep step : skill.recipe()) {
        number++;
        add(number + ". " + step.step(), defaults(step.argsSchema()), lines);
      }
    } else if (procedure instanceof PlanGraphPayload plan) {
      plan.nodes().forEach(node -> add("Call " + node.op(), constants(node.params()), lines));
    }
    return lines;
  }

  private static void add(String step, Map<String, JsonValue> fixed, List<String> lines) {
    if (!fixed.isEmpty()) {
      lines.add(step.replaceAll("\\s+", " ") + ": " + CODEC.write(new JsonObject(fixed)));
    }
  }

  private static Map<String, JsonValue> defaults(@Nullable JsonObject schema) {
    Map<String, JsonValue> defaults = new LinkedHashMap<>();
    if (schema != null) {
      schema
          .members()
          .forEach(
              (name, each) -> {
                JsonValue value = each instanceof JsonObject object ? object.get("default") : null;
                if (value != null) {
                  defaults.put(name, value);
                }
              });
    }
    return defaults;
  }

  private static Map<String, JsonValue> constants(@Nullable JsonObject params) {
    Map<String, JsonValue> constants =
        new LinkedHashMap<>(params == null ? Map.of() : params.members());
    constants
        .values()
        .removeIf(it -> it instanceof JsonString text && INPUT.matcher(text.value()).matches());
    return constants;
  }
}
