package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.InnerValues;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.Names;
import dev.membrane.internal.text.SoughtValues;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.WrittenJson;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ToolNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The arguments of a run that were told to it. One is told if its value stands in what was said or
 * in an earlier result, or if something of a single case that was told stands within its value.
 */
final class ToldArguments {

  private final List<ToolNode> calls;
  private final List<String> callNames;
  private final List<JsonObject> arguments;
  private final String words;

  /**
   * The values of the arguments, each with what may be of a single case in it, other values too.
   */
  private final Map<String, Set<String>> parts;

  /** The values and the values within them. */
  private final Set<String> given;

  /**
   * Looks at a run.
   *
   * @param tools what each call called
   * @param arguments those of each call
   * @param words what was said
   */
  ToldArguments(
      List<ToolNode> calls, List<String> tools, List<JsonObject> arguments, String words) {
    this.calls = calls;
    this.callNames = CallArguments.names(tools);
    this.arguments = arguments;
    this.words = words;
    Set<String> values =
        arguments.stream()
            .flatMap(args -> args.members().values().stream())
            .map(WrittenJson::textOf)
            .collect(Collectors.toSet());
    this.given = new HashSet<>(values);
    values.forEach(value -> given.addAll(InnerValues.of(value)));
    Set<String> names = Set.copyOf(Names.telling(Names.within(words)));
    SoughtValues others = SoughtValues.of(given.stream().filter(VaryingValues::isTelling).toList());
    this.parts =
        values.stream().collect(Collectors.toMap(it -> it, it -> parts(it, names, others)));
  }

  private static Set<String> parts(String value, Set<String> names, SoughtValues others) {
    Set<String> parts = new HashSet<>(InnerValues.of(value));
    parts.add(value);
    for (String part : List.copyOf(parts)) {
      parts.addAll(Masks.partsOfOneCase(part, names));
      parts.addAll(others.in(part));
    }
    return parts;
  }

  /** Those told in any way, by name. */
  List<String> all() {
    return told(value -> true);
  }

  /** Those that were said, or, if they may be of one case, told by an earlier result, by name. */
  List<String> orMayBeOfOneCase() {
    return told(Masks::mayBeOfOneCase);
  }

  /**
   * In the texts of results only values are sought that are too long to stand there by chance, and
   * no codes, since results have words such as {@code ERROR}.
   */
  private List<String> told(Predicate<String> alsoByResults) {
    Set<String> sought = parts.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    Set<String> told = new HashSet<>(SoughtValues.of(sought).in(words));
    sought.removeIf(part -> !alsoByResults.test(part) || !isSoughtInResults(part));
    SoughtValues inTexts = SoughtValues.of(sought.stream().filter(ToldArguments::isLong).toList());
    List<String> all = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      for (Map.Entry<String, JsonValue> arg : arguments.get(i).members().entrySet()) {
        if (!Collections.disjoint(told, parts.get(WrittenJson.textOf(arg.getValue())))) {
          all.add(CallArguments.argumentName(callNames.get(i), arg.getKey()));
        }
      }
      ReusedValues.toldInJsonBy(calls.get(i)).stream().filter(sought::contains).forEach(told::add);
      told.addAll(inTexts.in(ReusedValues.textBy(calls.get(i))));
    }
    return all;
  }

  private boolean isSoughtInResults(String part) {
    return given.contains(part) || Masks.isOfOneCase(part);
  }

  private static boolean isLong(String value) {
    return value.length() >= ReusedValues.LEAST_VALUE || Masks.mayBeOfOneCase(value);
  }
}
