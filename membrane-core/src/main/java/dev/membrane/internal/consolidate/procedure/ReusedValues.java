package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.WrittenJson;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.ToolNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Values in the results of tool calls that turn up in the arguments of later calls. */
final class ReusedValues {

  /** The least length of a value. A shorter one is met with again by chance. */
  static final int LEAST_VALUE = 4;

  /** How much of a result is looked through, in characters. */
  private static final int MAX_TEXT_LENGTH = 20_000;

  /** The most edges of a run. Calls that all use one value have an edge for each pair. */
  private static final int MAX_EDGES = 1_000;

  private ReusedValues() {}

  /** The first {@value #MAX_EDGES} edges as {@code from-to}, by the places of the calls. */
  static List<String> edges(List<ToolNode> calls) {
    List<String> edges = new ArrayList<>();
    Map<String, List<Integer>> tellers = new HashMap<>();
    for (int i = 0; i < calls.size() && edges.size() < MAX_EDGES; i++) {
      Set<Integer> from = new TreeSet<>();
      valuesOf(calls.get(i).args())
          .forEach(value -> from.addAll(tellers.getOrDefault(value, List.of())));
      int to = i;
      from.stream().limit(MAX_EDGES - edges.size()).forEach(teller -> edges.add(teller + "-" + to));
      for (String value : valuesOf(calls.get(i).result())) {
        tellers.computeIfAbsent(value, it -> new ArrayList<>()).add(i);
      }
    }
    return edges;
  }

  /**
   * The places of the calls that feed a later one: that were the first to tell a value which it
   * uses. A call that only echoes what it was told feeds nothing.
   */
  static Set<Integer> feeds(List<ToolNode> calls) {
    Set<Integer> feeding = new TreeSet<>();
    Map<String, Integer> firstTold = new HashMap<>();
    Set<String> used = new HashSet<>();
    for (int i = 0; i < calls.size(); i++) {
      Set<String> arguments = valuesOf(calls.get(i).args());
      arguments.stream().map(firstTold::get).filter(place -> place != null).forEach(feeding::add);
      used.addAll(arguments);
      for (String value : longOnes(toldBy(calls.get(i)))) {
        if (!used.contains(value)) {
          firstTold.putIfAbsent(value, i);
        }
      }
    }
    return feeding;
  }

  /**
   * The values that the result of a call tells, short ones and names of members included: maps are
   * by id.
   */
  static Set<String> toldBy(ToolNode call) {
    return WrittenJson.withNames(call.result());
  }

  /** The same, and what it tells in texts that are JSON. */
  static Set<String> toldInJsonBy(ToolNode call) {
    return WrittenJson.withWritten(toldBy(call));
  }

  /** The first of what the result of a call says, as one text, and of what it says in JSON. */
  static String textBy(ToolNode call) {
    Set<String> texts = WrittenJson.in(call.result());
    Set<String> written = WrittenJson.withWritten(texts);
    written.removeAll(texts);
    return firstOf(texts) + "\n" + firstOf(written);
  }

  private static String firstOf(Set<String> texts) {
    String text = String.join("\n", texts);
    return text.substring(0, Math.min(text.length(), MAX_TEXT_LENGTH));
  }

  private static Set<String> longOnes(Set<String> values) {
    values.removeIf(value -> value.length() < LEAST_VALUE);
    return values;
  }

  /** The strings and numbers in a value that are long enough not to be met again by chance. */
  private static Set<String> valuesOf(@Nullable JsonValue value) {
    return longOnes(WrittenJson.in(value));
  }
}
