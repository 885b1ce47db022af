package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.spi.Notebook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes the runs behind procedures that are erased, also those of sets of tools that were crowded
 * out. A procedure that was made from a group of sets is made of nothing else. The runs behind
 * another go with the last procedure that stands for them.
 */
record RunRemoval(ToolSets sets, Procedures procedures, Notebook notebook) {

  void removeBehind(MemoryRecord record) {
    Generalization generalization = Generalization.of(sets.all());
    List<String> groups =
        procedures.names().stream()
            .filter(name -> procedures.record(name).equals(Optional.of(record.id())))
            .toList();
    for (String name : groups) {
      procedures.refuse(name);
      generalization.group(name).ifPresent(group -> group.toolNames().forEach(sets::remove));
    }
    List<String> tools = toolsOf(record.payload());
    boolean isShared =
        procedures.record(generalization.nameOf(tools)).filter(this::exists).isPresent();
    sets.forget(isShared ? List.of() : tools, behind(record.id(), !groups.isEmpty()));
    sets.takeDropped().forEach(notebook::dropRun);
  }

  private static List<String> toolsOf(Payload procedure) {
    return procedure instanceof PlanGraphPayload plan
        ? plan.nodes().stream().map(PlanNode::op).toList()
        : ((CompetencePayload) procedure).requiredTools();
  }

  /** The kept runs that a procedure stands for; those that no other does, unless it takes all. */
  private Set<String> behind(String id, boolean takesAll) {
    return notebook.standingFor(sets.compared()).entrySet().stream()
        .filter(run -> run.getValue().contains(id))
        .filter(run -> takesAll || run.getValue().stream().noneMatch(this::exists))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private boolean exists(String id) {
    return notebook.record(id).isPresent();
  }
}
