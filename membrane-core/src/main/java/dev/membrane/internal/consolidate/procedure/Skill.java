package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.procedure.CallArguments.Argument;
import dev.membrane.internal.consolidate.procedure.Tally.Texts;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.Trigger;
import dev.membrane.spi.Notebook.Knowledge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Builds the record of a competence. Not thread-safe. */
final class Skill {

  /** How often tools have to lead to success before they are a skill. */
  static final int LEAST_SUCCESSES = 2;

  private static final int MAX_TEXTS = 5;

  private final String name;
  private List<String> signals = List.of();
  private List<String> order = List.of();
  private UnaryOperator<String> wording = tool -> "Call " + tool;
  private List<String> fallbacks = List.of();

  private Skill(String name) {
    this.name = name;
  }

  static Skill named(String name) {
    return new Skill(name);
  }

  /** Sets the texts that make it worth considering, the most telling first. */
  Skill triggeredBy(List<String> texts) {
    signals = first(texts);
    return this;
  }

  /** Sets the tools in the order of the recipe. */
  Skill inOrder(List<String> tools) {
    order = List.copyOf(tools);
    return this;
  }

  /** Sets how a step says what to do with a tool. */
  Skill worded(UnaryOperator<String> words) {
    wording = words;
    return this;
  }

  Skill otherwise(List<String> others) {
    fallbacks = List.copyOf(others);
    return this;
  }

  /** Builds it from what the runs of a tally say. */
  Knowledge toKnowledge(Tally tally) {
    CompetencePayload skill =
        new CompetencePayload(
            name,
            triggers(tally.surroundings().conditions(tally.successes(), tally.failures())),
            recipe(tally),
            order.stream().distinct().sorted().toList(),
            modes(tally),
            fallbacks,
            stats(tally),
            null,
            null);
    return new Knowledge(skill, tally.confidence(), tally.latest().episodes());
  }

  private List<Trigger> triggers(Map<String, JsonValue> conditions) {
    JsonObject required = conditions.isEmpty() ? null : new JsonObject(conditions);
    List<String> texts = signals.isEmpty() && required != null ? List.of(name) : signals;
    return texts.stream().map(text -> new Trigger(text, required)).toList();
  }

  private static List<String> modes(Tally tally) {
    List<String> modes = new ArrayList<>(first(tally.texts(Texts.MODES).best()));
    modes.addAll(first(tally.surroundings().failures(tally.successes())));
    return modes;
  }

  private static List<String> first(List<String> texts) {
    return texts.subList(0, Math.min(MAX_TEXTS, texts.size()));
  }

  private static PerformanceStats stats(Tally tally) {
    long runs = tally.successes() + tally.failures();
    return new PerformanceStats(
        tally.successes(),
        tally.failures(),
        runs == 0 ? 0 : (double) tally.successes() / runs,
        tally.meanLatency(),
        tally.latest().lastUsed().orElse(null));
  }

  private List<RecipeStep> recipe(Tally tally) {
    List<String> calls = CallArguments.names(order);
    List<RecipeStep> steps = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      String tool = order.get(i);
      JsonObject schema = schema(tally.arguments().of(calls.get(i)));
      steps.add(
          new RecipeStep(
              wording.apply(tool), tool, schema.members().isEmpty() ? null : schema, null));
    }
    return steps;
  }

  /** The type of each argument, and the value of those that never vary. */
  private static JsonObject schema(List<Argument> arguments) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    arguments.forEach(argument -> members.put(argument.name(), CallArguments.schema(argument)));
    return new JsonObject(members);
  }
}
