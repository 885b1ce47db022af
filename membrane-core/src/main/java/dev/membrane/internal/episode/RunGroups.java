package dev.membrane.internal.episode;

import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.NormalForm;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.ToolNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the runs behind one procedure have in common: the set of tools, the tools with the number of
 * calls of each, or the calls in their order.
 */
public final class RunGroups {

  private RunGroups() {}

  /** All groups of a run. */
  public static List<String> of(List<ToolNode> calls) {
    List<String> tools = tools(calls);
    return List.of(
        ofSet(nameOfSet(tools)), ofSignature(joined(tools)), ofCalls(tools, waits(calls)));
  }

  /** The names of the keys by which a run with such calls finds the procedures of runs like it. */
  public static List<String> procedureKeys(LearningScope scope, List<ToolNode> calls) {
    return calls.isEmpty()
        ? List.of()
        : of(calls).stream()
            .map(group -> ProcedureKeys.procedureOf(ProcedureKeys.group(scope, group)))
            .toList();
  }

  /** The tools of the calls, in NFC, so that one name is one tool. */
  public static List<String> tools(List<ToolNode> calls) {
    return calls.stream().map(ToolNode::tool).map(NormalForm::nfc).toList();
  }

  /** The group of runs that called the same tools, by {@link #nameOfSet}. */
  public static String ofSet(String name) {
    return "set:" + name;
  }

  /** The group of runs that called each tool as often, by their {@link #joined} tools. */
  public static String ofSignature(String signature) {
    return "signature:" + signature;
  }

  /**
   * The group of runs that made the same calls in the same order.
   *
   * @param waits which call waited for which, as {@link #waits} has them
   */
  public static String ofCalls(List<String> tools, List<String> waits) {
    return "calls:" + Sha256.of(String.join("\n", tools) + "\n\n" + String.join(",", waits));
  }

  /** The different tools, sorted. */
  public static String nameOfSet(Collection<String> tools) {
    return joined(new TreeSet<>(tools));
  }

  /** Names sorted and joined by a plus sign; one within a name has a backslash before it. */
  public static String joined(Collection<String> names) {
    return names.stream()
        .sorted()
        .map(name -> name.replace("\\", "\\\\").replace("+", "\\+"))
        .collect(Collectors.joining("+"));
  }

  /** Which call waited for which, as {@code from-to}, by their places and in their order. */
  public static List<String> waits(List<ToolNode> calls) {
    Map<String, Integer> places = new HashMap<>();
    List<String> waits = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      int to = i;
      calls.get(i).dependsOn().stream()
          .map(places::get)
          .filter(Objects::nonNull)
          .sorted()
          .distinct()
          .forEach(from -> waits.add(from + "-" + to));
      places.putIfAbsent(calls.get(i).id(), i);
    }
    return waits;
  }
}
