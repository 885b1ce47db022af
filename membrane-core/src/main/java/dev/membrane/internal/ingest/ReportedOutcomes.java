package dev.membrane.internal.ingest;

import dev.membrane.internal.engine.ProcedureKeys;
import dev.membrane.internal.engine.ProcedureOutcomes;
import dev.membrane.internal.engine.ProcedureOutcomes.Use;
import dev.membrane.internal.engine.RunGroups;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts the outcome of an episode at once for the procedures that were used in it, and for those
 * that stand for runs with its tool calls, once for each. A partial success counts for none.
 * Thread-safe.
 */
final class ReportedOutcomes {

  private final MemoryStore store;

  ReportedOutcomes(MemoryStore store) {
    this.store = store;
  }

  /**
   * Adds the changes to those of the outcome.
   *
   * @param parts of the episode, in order
   * @param used the ids of procedures that were used in it
   */
  void report(
      List<MemoryRecord> parts,
      OutcomeStatus status,
      Collection<String> used,
      Intake intake,
      Changeset.Builder changes) {
    Set<String> procedures = new LinkedHashSet<>(used);
    procedures.addAll(ofOwnTools(parts));
    if (procedures.isEmpty()) {
      return;
    }
    String episodeId = parts.get(0).id();
    List<Key> standing = store.find(procedures.stream().map(ProcedureKeys::outcomes).toList());
    standing.forEach(changes::removeKey);
    for (String id : procedures) {
      String name = ProcedureKeys.outcomes(id);
      ProcedureOutcomes before =
          standing.stream()
              .filter(key -> key.name().equals(name))
              .findFirst()
              .map(key -> ProcedureOutcomes.parse(key.value()))
              .orElse(ProcedureOutcomes.NONE);
      changes.addKey(new Key(name, after(before, episodeId, status, intake).text(), id));
    }
  }

  private static ProcedureOutcomes after(
      ProcedureOutcomes before, String episodeId, OutcomeStatus status, Intake intake) {
    return status == OutcomeStatus.PARTIAL
        ? before.without(episodeId)
        : before.with(new Use(intake.happened(), episodeId, status == OutcomeStatus.SUCCESS, true));
  }

  private List<String> ofOwnTools(List<MemoryRecord> parts) {
    List<ToolNode> calls =
        parts.stream()
            .flatMap(part -> ((EpisodicPayload) part.payload()).toolGraph().stream())
            .toList();
    if (calls.isEmpty()) {
      return List.of();
    }
    MemoryRecord first = parts.get(0);
    Stream<String> names =
        RunGroups.of(calls).stream()
            .map(group -> ProcedureKeys.group(first.scope(), first.sensitivity(), group))
            .map(ProcedureKeys::procedureOf);
    return store.find(names.toList()).stream().map(Key::value).toList();
  }
}
