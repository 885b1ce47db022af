package dev.membrane.internal.ingest;

import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureOutcomes.Counting;
import dev.membrane.internal.episode.ProcedureOutcomes.ProcedureUse;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.keys.ProcedureKeys;
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
   * @param parts of the episode as they were before the outcome, in order
   * @param used the ids of procedures that were used in it
   */
  void report(
      List<MemoryRecord> parts,
      OutcomeStatus status,
      Collection<String> used,
      Intake intake,
      Changeset.Builder changes) {
    Set<String> own = new LinkedHashSet<>(ofOwnTools(parts));
    Set<String> procedures = new LinkedHashSet<>(used);
    procedures.addAll(own);
    if (procedures.isEmpty()) {
      return;
    }
    String episodeId = parts.get(0).id();
    boolean isKnown = parts.stream().anyMatch(ReportedOutcomes::hasEnded);
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
      Counting counting = own.contains(id) ? Counting.BY_REPORT_UNTIL_LEARNED : Counting.BY_REPORT;
      ProcedureUse use =
          new ProcedureUse(intake.happened(), episodeId, status == OutcomeStatus.SUCCESS, counting);
      ProcedureOutcomes after =
          status == OutcomeStatus.PARTIAL ? before.without(episodeId) : before.with(use, isKnown);
      changes.addKey(new Key(name, after.text(), id));
    }
  }

  private static boolean hasEnded(MemoryRecord part) {
    OutcomeStatus status = ((EpisodicPayload) part.payload()).outcome();
    return status == OutcomeStatus.SUCCESS || status == OutcomeStatus.FAILURE;
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
