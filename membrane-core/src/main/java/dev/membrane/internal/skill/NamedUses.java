package dev.membrane.internal.skill;

import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureUse;
import dev.membrane.internal.episode.ToolCodes;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.MemoryRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * What runs that named a procedure say of others of its scope and sensitivity: the same tools may
 * be a competence, plans of several orders, and variants with another tool before or after them.
 *
 * <ul>
 *   <li>A procedure with the same tools did as well.
 *   <li>One with further tools would have failed, too, if the run called none besides those of the
 *       named one; whether the further ones work is not known.
 *   <li>One with only some of the tools did as well if the run called no other ones of them.
 * </ul>
 *
 * A run of which no calls are kept counts for the same tools alone. One that called none of the
 * tools of the procedure that it named, but others, tells nothing.
 */
final class NamedUses {

  private final List<NamedProcedure> procedures;

  private NamedUses(List<NamedProcedure> procedures) {
    this.procedures = procedures;
  }

  /** Those of some procedures. */
  static NamedUses of(
      Collection<MemoryRecord> procedures, Function<String, ProcedureOutcomes> outcomes) {
    List<NamedProcedure> named = new ArrayList<>();
    for (MemoryRecord procedure : procedures) {
      List<ProcedureUse> uses =
          outcomes.apply(procedure.id()).uses().stream()
              .filter(use -> use.called() != null)
              .toList();
      if (!uses.isEmpty()) {
        named.add(new NamedProcedure(procedure, tools(procedure), uses));
      }
    }
    return new NamedUses(named);
  }

  private static Set<String> tools(MemoryRecord procedure) {
    return ToolCodes.of(ProcedureSummary.of(procedure).tools());
  }

  /** Those of other procedures that say something of one. */
  List<ProcedureUse> tellingOf(MemoryRecord procedure) {
    if (procedures.isEmpty()) {
      return List.of();
    }
    Set<String> tools = tools(procedure);
    return procedures.stream()
        .filter(named -> named.isOther(procedure))
        .flatMap(named -> named.uses().stream().filter(use -> named.tells(use, tools)))
        .toList();
  }

  /** A procedure that runs named. */
  private record NamedProcedure(MemoryRecord record, Set<String> tools, List<ProcedureUse> uses) {

    boolean isOther(MemoryRecord other) {
      return !record.id().equals(other.id())
          && LearningScope.of(record).equals(LearningScope.of(other));
    }

    boolean tells(ProcedureUse use, Set<String> others) {
      Set<String> called = Objects.requireNonNull(use.called());
      if (called.isEmpty()) {
        return others.equals(tools) && !tools.isEmpty();
      }
      if (Collections.disjoint(called, tools)) {
        return false;
      }
      if (others.equals(tools)) {
        return true;
      }
      return others.containsAll(tools)
          ? !use.isSuccess() && tools.containsAll(called)
          : tools.containsAll(others)
              && tools.stream().filter(called::contains).allMatch(others::contains);
    }
  }
}
