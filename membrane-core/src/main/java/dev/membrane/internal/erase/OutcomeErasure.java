package dev.membrane.internal.erase;

import dev.membrane.internal.consolidate.StageCommit;
import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.RunGroups;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.internal.keys.UsedRecordsKey;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes back the outcomes that were reported for procedures by runs that are erased. */
record OutcomeErasure(StageCommit commit, ErasedRecords erased) {

  /** Takes back the outcomes of runs that are erased, and those of procedures that are. */
  void takeBack(List<MemoryRecord> records) {
    commit.prefetch(
        records.stream()
            .flatMap(
                record ->
                    Stream.concat(
                        Stream.of(
                            UsedRecordsKey.name(record.id()),
                            ProcedureKeys.outcomes(record.id()),
                            abortedRuns(record)),
                        groups(record).stream()))
            .toList());
    for (MemoryRecord record : records) {
      takeBackAborted(Set.of(record.id()), LearningScope.of(record));
      Optional<Key> outcomes = commit.key(ProcedureKeys.outcomes(record.id()));
      count(record, ProcedureOutcomes.of(outcomes).reported(), EndedRuns.NONE);
      for (String name : procedures(record).stream().map(ProcedureKeys::outcomes).toList()) {
        commit.forget(name);
        commit.key(name).ifPresent(key -> takeBack(record.id(), key));
      }
    }
  }

  private void takeBack(String episodeId, Key key) {
    ProcedureOutcomes before = ProcedureOutcomes.parse(key.value());
    ProcedureOutcomes after = before.without(episodeId);
    boolean isGone = key.owner() != null && erased.isErased(key.owner());
    if (!after.equals(before) && !isGone) {
      commit.put(key.name(), new Key(key.name(), after.text(), key.owner()));
      commit
          .record(String.valueOf(key.owner()))
          .ifPresent(it -> count(it.record(), before.reported(), after.reported()));
    }
  }

  private static String abortedRuns(MemoryRecord record) {
    return ProcedureKeys.abortedRuns(LearningScope.of(record));
  }

  /**
   * Takes back that runs failed at a call. This outlasts the records of the runs.
   *
   * @param ids of runs of one scope and sensitivity
   */
  void takeBackAborted(Set<String> ids, LearningScope scope) {
    String name = ProcedureKeys.abortedRuns(scope);
    commit.forget(name);
    AbortedRuns before = AbortedRuns.of(commit.key(name));
    AbortedRuns after = before;
    for (String id : ids) {
      after = after.without(id);
    }
    if (!after.equals(before)) {
      commit.put(name, after.runs().isEmpty() ? null : new Key(name, after.text(), null));
    }
  }

  /** The mean of all that procedures are compared with has another count of one of them. */
  private void count(MemoryRecord procedure, EndedRuns before, EndedRuns after) {
    commit.countRuns(
        ProcedureKeys.reportedRuns(LearningScope.of(procedure), procedure.id()),
        after.minus(before));
  }

  /** The ids of the records that some runs used, and whose logs say so. */
  Set<String> used(List<MemoryRecord> records) {
    return records.stream()
        .flatMap(record -> commit.key(UsedRecordsKey.name(record.id())).stream())
        .flatMap(key -> UsedRecordsKey.read(key).keySet().stream())
        .collect(Collectors.toSet());
  }

  private Set<String> procedures(MemoryRecord record) {
    Set<String> ids = new TreeSet<>(used(List.of(record)));
    groups(record).stream()
        .flatMap(name -> commit.key(name).stream())
        .forEach(key -> ids.add(key.value()));
    return ids;
  }

  /** The names of the keys by which an outcome of an episode finds procedures like its run. */
  private static List<String> groups(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode
        ? RunGroups.procedureKeys(LearningScope.of(record), episode.toolGraph())
        : List.of();
  }
}
