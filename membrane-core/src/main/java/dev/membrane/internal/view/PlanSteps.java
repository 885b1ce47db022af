package dev.membrane.internal.view;

import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The steps of a plan, each after those that edges put before it; where no edge decides, as they
 * are stored. Where edges contradict each other, control counts more than data. Immutable.
 *
 * @param nodes the steps in order
 * @param before for each step the places of those directly before it, from 0 on, in order
 */
public record PlanSteps(List<PlanNode> nodes, List<List<Integer>> before) {

  /** A step that has no place yet, and how many edges lead to it from others that have none. */
  private static final class UnplacedStep {

    private static final Comparator<UnplacedStep> NEXT =
        Comparator.comparing((UnplacedStep one) -> one.control > 0)
            .thenComparing(one -> one.data > 0)
            .thenComparingInt(one -> one.stored);

    private final PlanNode node;
    private final int stored;
    private int control;
    private int data;

    private UnplacedStep(PlanNode node, int stored) {
      this.node = node;
      this.stored = stored;
    }

    private void count(PlanEdge edge, int change) {
      if (edge.kind() == EdgeKind.CONTROL) {
        control += change;
      } else {
        data += change;
      }
    }
  }

  /** Copies the lists. */
  public PlanSteps {
    nodes = List.copyOf(nodes);
    before = List.copyOf(before);
  }

  /** The steps of a plan. */
  public static PlanSteps of(PlanGraphPayload plan) {
    List<PlanNode> nodes = order(plan);
    Map<String, Integer> places = new HashMap<>();
    nodes.forEach(node -> places.put(node.id(), places.size()));
    List<Set<Integer>> before = new ArrayList<>();
    nodes.forEach(node -> before.add(new TreeSet<>()));
    for (PlanEdge edge : plan.edges()) {
      int from = places.getOrDefault(edge.from(), nodes.size());
      int to = places.getOrDefault(edge.to(), 0);
      if (from < to) {
        before.get(to).add(from);
      }
    }
    return new PlanSteps(nodes, before.stream().map(List::copyOf).toList());
  }

  private static List<PlanNode> order(PlanGraphPayload plan) {
    Map<String, UnplacedStep> byId = new HashMap<>();
    plan.nodes().forEach(node -> byId.put(node.id(), new UnplacedStep(node, byId.size())));
    List<PlanEdge> edges =
        plan.edges().stream()
            .filter(edge -> byId.containsKey(edge.from()) && byId.containsKey(edge.to()))
            .toList();
    edges.forEach(edge -> target(edge, byId).count(edge, 1));
    Map<String, List<PlanEdge>> outgoing =
        edges.stream().collect(Collectors.groupingBy(PlanEdge::from));
    TreeSet<UnplacedStep> waiting = new TreeSet<>(UnplacedStep.NEXT);
    waiting.addAll(byId.values());
    List<PlanNode> order = new ArrayList<>();
    while (!waiting.isEmpty()) {
      PlanNode next = waiting.pollFirst().node;
      order.add(next);
      for (PlanEdge edge : outgoing.getOrDefault(next.id(), List.of())) {
        UnplacedStep later = target(edge, byId);
        boolean isWaiting = waiting.remove(later);
        later.count(edge, -1);
        if (isWaiting) {
          waiting.add(later);
        }
      }
    }
    return order;
  }

  private static UnplacedStep target(PlanEdge edge, Map<String, UnplacedStep> byId) {
    return Objects.requireNonNull(byId.get(edge.to()), edge.to());
  }

  /** Whether each step is directly after the one that stands before it. */
  public boolean areInSequence() {
    for (int i = 1; i < nodes.size(); i++) {
      if (!before.get(i).contains(i - 1)) {
        return false;
      }
    }
    return true;
  }

  private boolean areInNoOrder() {
    return before.stream().allMatch(List::isEmpty);
  }

  /**
   * The steps in words: {@code a -> b} in sequence, {@code a; b} in no order, else {@code 1 a; 2 b;
   * 3 c (after 1)}.
   */
  Clause clause() {
    boolean isSequence = areInSequence();
    boolean isNumbered = !isSequence && !areInNoOrder();
    List<Phrase> steps = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      PlanNode node = nodes.get(i);
      String how = ToldText.arguments(node.params()) + (isNumbered ? after(before.get(i)) : "");
      String number = isNumbered ? i + 1 + " " : "";
      steps.add(Phrase.told(number, node.op(), ToldText::ofStep).with(how, how));
    }
    return new Clause("", isSequence ? " -> " : "; ", steps);
  }

  private static String after(List<Integer> places) {
    return places.isEmpty()
        ? ""
        : places.stream()
            .map(place -> String.valueOf(place + 1))
            .collect(Collectors.joining(", ", " (after ", ")"));
  }
}
