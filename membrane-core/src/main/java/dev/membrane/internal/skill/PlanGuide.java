package dev.membrane.internal.skill;

import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.view.PlanSteps;
import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes the guide of a plan graph. */
final class PlanGuide {

  private final PlanGraphPayload plan;
  private final PersonalWords personal;
  private final CallExamples examples;
  private final PlanSteps steps;
  private final Map<String, Integer> numbers = new HashMap<>();

  PlanGuide(PlanGraphPayload plan, CallExamples examples) {
    this.plan = plan;
    this.personal = new PersonalWords(new VaryingValues(values(plan)));
    this.examples = examples;
    this.steps = PlanSteps.of(plan);
    steps.nodes().forEach(node -> numbers.put(node.id(), numbers.size() + 1));
  }

  private static Map<String, String> values(PlanGraphPayload plan) {
    Map<String, String> namesByValue = new TreeMap<>();
    plan.nodes().stream()
        .map(PlanNode::params)
        .filter(Objects::nonNull)
        .map(JsonObject::members)
        .forEach(each -> each.forEach((name, value) -> Arguments.add(name, value, namesByValue)));
    return namesByValue;
  }

  Guide read(LateFailures late) {
    String intent = plan.intent() == null ? "" : personal.heard(plan.intent());
    List<String> tools = steps.nodes().stream().map(PlanNode::op).distinct().toList();
    return new Guide(
        intent.isBlank() ? String.join(" ", tools) : intent,
        tools,
        steps.areInSequence(),
        intent.isBlank() ? List.of() : List.of(intent),
        MarkdownConditions.of(plan.constraints(), personal),
        steps.nodes().stream().map(this::step).toList(),
        List.of(),
        late.addedTo(List.of(), mode -> Markdown.text(personal.failure(mode))));
  }

  private String step(PlanNode node) {
    List<String> parts = new ArrayList<>();
    parts.add("Call " + Markdown.code(node.op()));
    if (node.params() != null && !node.params().members().isEmpty()) {
      parts.add(
          "arguments: " + Arguments.names(node.params(), examples, plan.nodes().indexOf(node)));
    }
    List<String> guards = MarkdownConditions.of(node.guards(), personal);
    if (!guards.isEmpty()) {
      parts.add("only if " + String.join(", ", guards));
    }
    add("after step ", EdgeKind.CONTROL, node, parts);
    add("with what is answered in step ", EdgeKind.DATA, node, parts);
    return String.join("; ", parts);
  }

  private void add(String words, EdgeKind kind, PlanNode node, List<String> parts) {
    String before =
        plan.edges().stream()
            .filter(edge -> edge.kind() == kind && edge.to().equals(node.id()))
            .map(PlanEdge::from)
            .map(from -> String.valueOf(numbers.get(from)))
            .distinct()
            .collect(Collectors.joining(", "));
    if (!before.isEmpty()) {
      parts.add(words + before);
    }
  }
}
