package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.episode.ToolCounts;
import dev.membrane.spi.Notebook.EndedRun;
import dev.membrane.spi.Notebook.Knowledge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds what recurs in runs that are not alike.
 *
 * <p>Runs that make the same changes are one procedure, whatever they look up and however often
 * they repeat a call.
 */
final class Generalization {

  private static final String PREFIX = "procedure:";
  private static final String LOOK_UP = "look-up";

  private final ReadOnlyTools effects;
  private final Map<String, RunGroup> groups;

  private Generalization(ReadOnlyTools effects, Map<String, RunGroup> groups) {
    this.effects = effects;
    this.groups = groups;
  }

  static Generalization of(List<ToolSet> sets) {
    ReadOnlyTools effects = new ReadOnlyTools(Tally.of(sets.stream().map(ToolSet::tally).toList()));
    Map<String, List<ToolSet>> byName = new TreeMap<>();
    for (ToolSet set : sets) {
      byName.computeIfAbsent(nameOf(set.tools(), effects), name -> new ArrayList<>()).add(set);
    }
    Vocabulary vocabulary =
        new Vocabulary(sets.stream().flatMap(set -> set.successes().stream()).toList());
    Map<String, RunGroup> groups = new TreeMap<>();
    byName.forEach((name, some) -> groups.put(name, new RunGroup(name, some, effects, vocabulary)));
    return new Generalization(effects, groups);
  }

  private static String nameOf(Collection<String> tools, ReadOnlyTools effects) {
    Set<String> changes =
        tools.stream().filter(effects::isChange).collect(Collectors.toCollection(TreeSet::new));
    return changes.isEmpty() ? LOOK_UP : PREFIX + RunGroups.joined(changes);
  }

  /** The name of the procedure that a run with these tools belongs to. */
  String nameOf(Collection<String> tools) {
    return nameOf(tools, effects);
  }

  /** All groups, by name. */
  Collection<RunGroup> groups() {
    return groups.values();
  }

  Optional<RunGroup> group(String name) {
    return Optional.ofNullable(groups.get(name));
  }

  /** Runs that make the same changes. */
  static final class RunGroup {

    private final String name;
    private final List<ToolSet> sets;
    private final Tally tally;
    private final List<GeneralizationLesson> latest;
    private final ReadOnlyTools effects;
    private final Vocabulary vocabulary;

    private RunGroup(
        String name, List<ToolSet> sets, ReadOnlyTools effects, Vocabulary vocabulary) {
      this.name = name;
      this.sets = sets;
      this.tally = Tally.of(sets.stream().map(ToolSet::tally).toList());
      this.latest = sets.stream().flatMap(set -> set.successes().stream()).toList();
      this.effects = effects;
      this.vocabulary = vocabulary;
    }

    String name() {
      return name;
    }

    long successes() {
      return tally.successes();
    }

    /** Whether it has led to success more than once, and the runs still show it. */
    boolean isProven() {
      return successes() >= Skill.LEAST_SUCCESSES && !latest.isEmpty();
    }

    /** Whether there is more to it than runs of the very same tools, which are a skill already. */
    boolean isGeneral() {
      return latest.stream().map(lesson -> lesson.run().signature()).distinct().count() > 1;
    }

    List<EndedRun> outcomes() {
      return tally.latest().outcomes();
    }

    /** The groups of the kept runs behind it. */
    List<String> runGroups() {
      return sets.stream()
          .filter(set -> !set.runs().isEmpty())
          .map(set -> RunGroups.ofSet(RunGroups.nameOfSet(set.tools())))
          .toList();
    }

    /** The names of its sets of tools. */
    List<String> toolNames() {
      return sets.stream().map(set -> RunGroups.nameOfSet(set.tools())).toList();
    }

    Knowledge knowledge() {
      List<String> typical = typical();
      List<String> words = vocabulary.tellingOf(latest, tally.arguments().varying());
      return Skill.named(name)
          .triggeredBy(words.isEmpty() ? List.of() : List.of(String.join(" ", words)))
          .inOrder(typical)
          .worded(this::step)
          .otherwise(options(typical))
          .toKnowledge(tally);
    }

    /** The calls of the run that has most in common with the others; of equal ones the shortest. */
    private List<String> typical() {
      List<List<String>> calls = latest.stream().map(lesson -> lesson.run().tools()).toList();
      return calls.stream()
          .distinct()
          .max(
              Comparator.comparingDouble((List<String> one) -> likeness(one, calls))
                  .thenComparing(Comparator.<List<String>>comparingInt(List::size).reversed())
                  .thenComparing(one -> String.join("+", one), Comparator.reverseOrder()))
          .orElseThrow();
    }

    private static double likeness(List<String> one, List<List<String>> others) {
      Map<String, Integer> counts = ToolCounts.of(one);
      // They are added up in an order of values, so that equal sums are equal to the last bit.
      return others.stream()
          .mapToDouble(other -> ToolCounts.likenessOfCalls(counts, ToolCounts.of(other)))
          .sorted()
          .sum();
    }

    private String step(String tool) {
      String what = (effects.isLookup(tool) ? "Look up with " : "Call ") + tool;
      long share = runsWith(tool);
      return share == latest.size() ? what : what + ", as " + of(share) + " do";
    }

    private List<String> options(List<String> typical) {
      return latest.stream()
          .flatMap(lesson -> lesson.run().tools().stream())
          .filter(tool -> !typical.contains(tool))
          .distinct()
          .sorted()
          .map(tool -> "Also call " + tool + ", as " + of(runsWith(tool)) + " do")
          .toList();
    }

    private long runsWith(String tool) {
      return latest.stream().filter(lesson -> lesson.run().tools().contains(tool)).count();
    }

    private String of(long share) {
      return share + " of " + latest.size() + " runs";
    }
  }
}
