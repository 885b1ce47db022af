package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Knowledge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What recurs in runs that are not alike.
 *
 * <p>Look-ups are told from calls that change something by what becomes of their results: a tool is
 * a look-up if at least one in {@value #FEEDING} of its calls tells a value that a later call uses.
 * Runs that make the same changes, with whatever look-ups and however often, are one procedure.
 */
final class Generalization {

  /** The member of a lesson with the places of the calls that feed later ones. */
  static final String FEEDS = "feeds";

  /** The member of a lesson with what was said: words by their terms. */
  static final String WORDS = "words";

  /** A chance reuse of a value makes no look-up. */
  private static final int FEEDING = 10;

  private static final String PREFIX = "procedure:";
  private static final String NO_CHANGE = PREFIX + "look-up";

  private final Set<String> lookups;
  private final List<Group> groups;

  private Generalization(Set<String> lookups, List<Group> groups) {
    this.lookups = lookups;
    this.groups = groups;
  }

  static Generalization of(Window window) {
    List<Map.Entry<String, Fields>> runs = window.inOrder();
    Set<String> lookups = lookups(runs);
    Map<String, List<Map.Entry<String, Fields>>> byName = new TreeMap<>();
    runs.forEach(
        run ->
            byName
                .computeIfAbsent(nameOf(run.getValue(), lookups), name -> new ArrayList<>())
                .add(run));
    Vocabulary vocabulary = new Vocabulary(runs.stream().map(Map.Entry::getValue).toList());
    List<Group> groups = new ArrayList<>();
    byName.forEach((name, members) -> groups.add(new Group(name, members, lookups, vocabulary)));
    return new Generalization(lookups, groups.stream().filter(Group::isGeneral).toList());
  }

  private static Set<String> lookups(List<Map.Entry<String, Fields>> runs) {
    Map<String, Integer> calls = new HashMap<>();
    Map<String, Integer> feeding = new HashMap<>();
    for (Map.Entry<String, Fields> run : runs) {
      List<String> tools = run.getValue().texts(ToolRun.TOOLS);
      tools.forEach(tool -> calls.merge(tool, 1, Integer::sum));
      run.getValue()
          .counts(FEEDS)
          .forEach(place -> feeding.merge(tools.get(place), 1, Integer::sum));
    }
    Set<String> lookups = new HashSet<>();
    calls.forEach(
        (tool, count) -> {
          if (feeding.getOrDefault(tool, 0) * FEEDING >= count) {
            lookups.add(tool);
          }
        });
    return lookups;
  }

  private static String nameOf(Fields run, Set<String> lookups) {
    Set<String> changes = new TreeSet<>(run.texts(ToolRun.TOOLS));
    changes.removeAll(lookups);
    return changes.isEmpty() ? NO_CHANGE : PREFIX + String.join("+", changes);
  }

  /** The procedures, by name. */
  List<Group> groups() {
    return groups;
  }

  /** Whether a procedure of this name may exist, as far as is known of its tools. */
  boolean isPossible(String name) {
    return List.of(name.substring(PREFIX.length()).split("\\+", -1)).stream()
        .noneMatch(lookups::contains);
  }

  /** Runs that make the same changes. */
  static final class Group {

    private final String name;
    private final List<Map.Entry<String, Fields>> runs;
    private final List<Map.Entry<String, Fields>> successes;
    private final Set<String> lookups;
    private final Vocabulary vocabulary;

    private Group(
        String name,
        List<Map.Entry<String, Fields>> runs,
        Set<String> lookups,
        Vocabulary vocabulary) {
      this.name = name;
      this.runs = runs;
      this.successes = runs.stream().filter(run -> run.getValue().truth(ToolRun.SUCCESS)).toList();
      this.lookups = lookups;
      this.vocabulary = vocabulary;
    }

    String name() {
      return name;
    }

    /** Ids of the episodes that succeeded. */
    List<String> successes() {
      return successes.stream().map(Map.Entry::getKey).toList();
    }

    /** Whether there is more to it than runs of the very same tools, which are a skill already. */
    private boolean isGeneral() {
      return successes.size() >= Skill.LEAST_SUCCESSES
          && successes.stream().map(run -> ToolRun.signature(run.getValue())).distinct().count()
              > 1;
    }

    String outcomes() {
      return tally().outcomes();
    }

    Knowledge knowledge() {
      List<String> typical = typical();
      List<String> words =
          vocabulary.tellingOf(successes.stream().map(Map.Entry::getValue).toList());
      return Skill.named(name)
          .triggeredBy(words.isEmpty() ? List.of() : List.of(String.join(" ", words)))
          .inOrder(typical)
          .worded(tool -> step(tool))
          .otherwise(options(typical))
          .toKnowledge(tally());
    }

    private Tally tally() {
      Tally tally = new Tally(new JsonObject(Map.of()));
      for (Map.Entry<String, Fields> run : runs) {
        tally.add(run.getKey(), run.getValue(), 1);
        String began = run.getValue().text(ToolRun.BEGAN);
        run.getValue()
            .texts(ToolRun.MODES)
            .forEach(mode -> tally.count(ToolRun.MODES, mode, 1, began));
      }
      return tally;
    }

    /** The calls of the run that has most in common with the others; of equal ones the shortest. */
    private List<String> typical() {
      List<List<String>> calls =
          successes.stream().map(run -> run.getValue().texts(ToolRun.TOOLS)).toList();
      return calls.stream()
          .distinct()
          .max(
              Comparator.comparingDouble((List<String> one) -> likeness(one, calls))
                  .thenComparing(
                      Comparator.comparingInt((List<String> one) -> one.size()).reversed())
                  .thenComparing(one -> String.join("+", one), Comparator.reverseOrder()))
          .orElseThrow();
    }

    private static double likeness(List<String> one, List<List<String>> others) {
      // Added up in an order of values, so that equal sums are equal to the last bit.
      return others.stream().mapToDouble(other -> dice(one, other)).sorted().sum();
    }

    /** The coefficient of L. R. Dice (1945): twice what is common over the sum of both sizes. */
    private static double dice(List<String> one, List<String> other) {
      List<String> rest = new ArrayList<>(other);
      long common = one.stream().filter(rest::remove).count();
      return 2.0 * common / (one.size() + other.size());
    }

    private String step(String tool) {
      String what = (lookups.contains(tool) ? "Look up with " : "Call ") + tool;
      long share = runsWith(tool);
      return share == successes.size() ? what : what + ", as " + of(share) + " do";
    }

    private List<String> options(List<String> typical) {
      Map<String, Long> others = new LinkedHashMap<>();
      successes.stream()
          .flatMap(run -> run.getValue().texts(ToolRun.TOOLS).stream())
          .filter(tool -> !typical.contains(tool))
          .sorted()
          .forEach(tool -> others.computeIfAbsent(tool, this::runsWith));
      return others.entrySet().stream()
          .map(other -> "Also call " + other.getKey() + ", as " + of(other.getValue()) + " do")
          .toList();
    }

    private long runsWith(String tool) {
      return successes.stream()
          .filter(run -> run.getValue().texts(ToolRun.TOOLS).contains(tool))
          .count();
    }

    private String of(long share) {
      return share + " of " + successes.size() + " runs";
    }
  }
}
