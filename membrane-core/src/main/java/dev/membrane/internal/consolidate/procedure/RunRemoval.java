package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.spi.Notebook;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes the runs behind procedures that are erased, also those of sets of tools that were crowded
 * out. What was counted of a group of sets goes with the procedure that was made from it. A run
 * goes with the last procedure that stands for it.
 */
record RunRemoval(ToolSets sets, Procedures procedures, Notebook notebook) {

  void removeBehind(MemoryRecord record) {
    Generalization generalization = Generalization.of(sets.all());
    List<String> groups =
        procedures.names().stream()
            .filter(name -> procedures.record(name).equals(Optional.of(record.id())))
            .toList();
    Set<String> grouped = new HashSet<>();
    for (String name : groups) {
      procedures.refuse(name);
      generalization
          .group(name)
          .ifPresent(group -> group.toolNames().forEach(set -> grouped.addAll(sets.uncount(set))));
    }
    List<String> tools = toolsOf(record.payload());
    boolean isShared =
        procedures.record(generalization.nameOf(tools)).filter(this::exists).isPresent();
    sets.forget(isShared ? List.of() : tools, behind(record.id(), grouped));
    sets.takeDropped().forEach(notebook::dropRun);
  }

  private static List<String> toolsOf(Payload procedure) {
    return procedure instanceof PlanGraphPayload plan
        ? plan.nodes().stream().map(PlanNode::op).toList()
        : ((CompetencePayload) procedure).requiredTools();
  }

  /** The kept runs behind a procedure, and those of its sets, that no other stands for. */
  private Set<String> behind(String id, Set<String> grouped) {
    Set<String> compared = sets.compared();
    Map<String, Set<String>> standing = notebook.standingFor(compared);
    return compared.stream()
        .filter(run -> grouped.contains(run) || of(run, standing).contains(id))
        .filter(run -> of(run, standing).stream().noneMatch(this::exists))
        .collect(Collectors.toSet());
  }

  private static Set<String> of(String run, Map<String, Set<String>> standing) {
    return standing.getOrDefault(run, Set.of());
  }

  private boolean exists(String id) {
    return notebook.record(id).isPresent();
  }
}
