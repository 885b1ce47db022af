package dev.membrane.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The rules for plans: nodes are distinct, edges lead to existing nodes, and control edges form no
 * cycle.
 */
final class PlanGraphRules {

  private final BiConsumer<Path, String> required;

  PlanGraphRules(BiConsumer<Path, String> required) {
    this.required = required;
  }

  void check(Path at, PlanGraphPayload plan) {
    required.accept(at.member("plan_id"), plan.planId());
    required.accept(at.member("version"), plan.version());
    Set<String> ids = new HashSet<>();
    Rules.each(at.member("nodes"), plan.nodes(), (item, node) -> checkNode(item, node, ids));
    Rules.each(at.member("edges"), plan.edges(), (item, edge) -> checkEdge(item, edge, ids));
    checkAcyclic(at.member("edges"), plan.edges(), ids);
    PlanMetrics metrics = plan.metrics();
    if (metrics != null) {
      checkMetrics(at.member("metrics"), metrics);
    }
  }

  private static void checkMetrics(Path at, PlanMetrics metrics) {
    Rules.notNegative(at.member("avg_latency_ms"), metrics.avgLatencyMs());
    Rules.zeroToOne(at.member("failure_rate"), metrics.failureRate());
    Rules.notNegative(at.member("execution_count"), metrics.executionCount());
  }

  private void checkNode(Path at, PlanNode node, Set<String> ids) {
    required.accept(at.member("id"), node.id());
    required.accept(at.member("op"), node.op());
    if (!ids.add(node.id())) {
      throw at.member("id").fault("must be unique within the plan");
    }
  }

  private static void checkEdge(Path at, PlanEdge edge, Set<String> ids) {
    checkEnd(at.member("from"), edge.from(), ids);
    checkEnd(at.member("to"), edge.to(), ids);
  }

  private static void checkEnd(Path at, String id, Set<String> ids) {
    if (!ids.contains(id)) {
      throw at.fault("must be the id of a node of the plan");
    }
  }

  /**
   * Kahn's algorithm: takes away nodes that nothing leads to until none is left, or a cycle is.
   * Data edges may run in circles.
   */
  private static void checkAcyclic(Path at, List<PlanEdge> edges, Set<String> ids) {
    Map<String, List<String>> successors = new HashMap<>();
    Map<String, Integer> incoming = new HashMap<>();
    for (PlanEdge edge : edges) {
      if (edge.kind() == EdgeKind.CONTROL) {
        successors.computeIfAbsent(edge.from(), from -> new ArrayList<>()).add(edge.to());
        incoming.merge(edge.to(), 1, Integer::sum);
      }
    }
    if (countFreed(ids, successors, incoming) < ids.size()) {
      throw at.fault("control edges must not form a cycle");
    }
  }

  private static int countFreed(
      Set<String> ids, Map<String, List<String>> successors, Map<String, Integer> incoming) {
    Deque<String> free = new ArrayDeque<>(ids);
    free.removeIf(incoming::containsKey);
    int taken = 0;
    while (!free.isEmpty()) {
      taken++;
      for (String next : successors.getOrDefault(free.remove(), List.of())) {
        if (incoming.merge(next, -1, Integer::sum) == 0) {
          free.add(next);
        }
      }
    }
    return taken;
  }
}
