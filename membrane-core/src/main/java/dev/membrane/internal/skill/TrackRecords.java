package dev.membrane.internal.skill;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.episode.AbortedRuns.FailedStart;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.FailedRun;
import dev.membrane.internal.episode.KnownRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureUse;
import dev.membrane.internal.episode.ProcedureUse.Counting;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How procedures worked, read at once for some of them. */
public final class TrackRecords {

  private static final String LEARNING = "";

  private final Map<String, Key> keys;
  private final EndedRuns all;
  private final NamedUses named;
  private final Map<String, Set<String>> failed;
  private final Map<String, FailedRun> reasons;

  /**
   * From what was read.
   *
   * @param reasons why runs failed that named a procedure or took its first steps, by their
   *     episodes
   */
  private TrackRecords(
      Map<String, Key> keys,
      EndedRuns all,
      Collection<MemoryRecord> procedures,
      Map<String, FailedRun> reasons) {
    this.keys = keys;
    this.all = all;
    this.reasons = reasons;
    this.named = NamedUses.of(procedures, id -> outcomes(id, keys));
    this.failed = failed(procedures);
  }

  /**
   * The episodes that failed, each with the places where all runs count it: once where learning has
   * counted it, and once for each procedure that an outcome has reported.
   */
  private Map<String, Set<String>> failed(Collection<MemoryRecord> procedures) {
    Map<String, Set<String>> places = new HashMap<>();
    for (MemoryRecord procedure : procedures) {
      for (ProcedureUse use : outcomes(procedure.id(), keys).uses()) {
        String place = use.counting() == Counting.BY_LEARNING ? LEARNING : procedure.id();
        if (!use.isSuccess()) {
          places.computeIfAbsent(use.episodeId(), it -> new HashSet<>()).add(place);
        }
      }
    }
    return places;
  }

  /** Reads those of some procedures. */
  public static TrackRecords of(Collection<MemoryRecord> procedures, MemoryStore store) {
    Set<String> names = new LinkedHashSet<>();
    Set<String> counts = new LinkedHashSet<>();
    for (MemoryRecord procedure : procedures) {
      names.add(ProcedureKeys.outcomes(procedure.id()));
      names.add(ProcedureKeys.claimedCounts(procedure.id()));
      names.add(abortedRuns(procedure));
      counts.addAll(ProcedureKeys.allRuns(LearningScope.of(procedure)));
    }
    names.addAll(counts);
    List<Key> found = names.isEmpty() ? List.of() : store.find(names);
    Map<String, Key> keys = found.stream().collect(toMap(Key::name, key -> key));
    return new TrackRecords(keys, sum(counts, keys), procedures, Map.of());
  }

  /**
   * Reads those of some procedures, and why runs failed of late that named them or took their first
   * steps.
   */
  public static TrackRecords withReasons(
      Collection<MemoryRecord> procedures, MemoryStore store, KnownRuns known) {
    TrackRecords tracks = of(procedures, store);
    Set<String> episodes =
        procedures.stream().flatMap(tracks::episodesFailedLately).collect(toSet());
    return new TrackRecords(tracks.keys, tracks.all, procedures, known.failures(episodes, store));
  }

  private static String abortedRuns(MemoryRecord procedure) {
    return ProcedureKeys.abortedRuns(LearningScope.of(procedure));
  }

  private static EndedRuns sum(Collection<String> names, Map<String, Key> keys) {
    return names.stream()
        .map(name -> EndedRuns.of(Optional.ofNullable(keys.get(name))))
        .reduce(EndedRuns.NONE, EndedRuns::plus);
  }

  private static ProcedureOutcomes outcomes(String id, Map<String, Key> keys) {
    return ProcedureOutcomes.of(Optional.ofNullable(keys.get(ProcedureKeys.outcomes(id))));
  }

  /** That of one of them. */
  public TrackRecord of(MemoryRecord procedure) {
    boolean isClaimed = keys.containsKey(ProcedureKeys.claimedCounts(procedure.id()));
    EndedRuns counted = ProcedureSummary.of(procedure).counted();
    ProcedureOutcomes outcomes = outcomes(procedure.id(), keys);
    List<ProcedureUse> latest = latest(procedure, failedStarts(procedure));
    boolean isOnlyCounted = !isClaimed && !keys.containsKey(ProcedureKeys.outcomes(procedure.id()));
    if (isOnlyCounted && latest.isEmpty()) {
      return TrackRecord.of(counted, all);
    }
    long won =
        isClaimed
            ? outcomes.uses().stream().filter(ProcedureUse::isSuccess).count()
            : counted.plus(outcomes.reported()).successes();
    List<String> failures = failuresInTurn(latest);
    return TrackRecord.of(latest, won, without(failures), failures.size(), isClaimed);
  }

  private List<ProcedureUse> latest(MemoryRecord procedure, List<FailedStart> starts) {
    List<ProcedureUse> others = new ArrayList<>(named.tellingOf(procedure));
    starts.forEach(start -> others.add(start.use()));
    return outcomes(procedure.id(), keys).latestWith(others);
  }

  /** The runs that took its first steps and failed at one of them. */
  private List<FailedStart> failedStarts(MemoryRecord procedure) {
    return AbortedRuns.of(Optional.ofNullable(keys.get(abortedRuns(procedure))))
        .startsOf(ProcedureSummary.of(procedure).tools());
  }

  /** Those of them that were after its last success, the earliest first. */
  private List<FailedStart> failedLately(MemoryRecord procedure) {
    List<FailedStart> starts = failedStarts(procedure);
    if (starts.isEmpty()) {
      return List.of();
    }
    Map<String, FailedStart> byEpisode =
        starts.stream().collect(toMap(start -> start.use().episodeId(), start -> start));
    List<FailedStart> late = new ArrayList<>();
    for (ProcedureUse use : latest(procedure, starts)) {
      if (use.isSuccess()) {
        late.clear();
      } else if (byEpisode.containsKey(use.episodeId())) {
        late.add(byEpisode.get(use.episodeId()));
      }
    }
    return late;
  }

  private Stream<String> episodesFailedLately(MemoryRecord procedure) {
    return Stream.concat(
        failedLately(procedure).stream().map(start -> start.use().episodeId()),
        failuresInTurn(latest(procedure, failedStarts(procedure))).stream());
  }

  /** The episodes of the failures since the last success that named the procedure. */
  private static List<String> failuresInTurn(List<ProcedureUse> latest) {
    List<String> failures = new ArrayList<>();
    for (int i = latest.size() - 1; i >= 0 && !latest.get(i).isSuccess(); i--) {
      if (latest.get(i).isNamedFailure()) {
        failures.add(latest.get(i).episodeId());
      }
    }
    return failures;
  }

  /** How all runs ended but some failures. */
  private EndedRuns without(List<String> failures) {
    return all.withoutFailures(
        failures.stream().mapToLong(it -> failed.getOrDefault(it, Set.of()).size()).sum());
  }

  /** Whether outcomes have reported uses of one of them that learning has not counted. */
  boolean isReported(MemoryRecord procedure) {
    return outcomes(procedure.id(), keys).reported().runs() > 0;
  }

  /** How one of them was used, which does not depend on what else was read. */
  public Uses uses(MemoryRecord procedure) {
    ProcedureOutcomes outcomes = outcomes(procedure.id(), keys);
    ProcedureSummary summary = ProcedureSummary.of(procedure);
    EndedRuns uses = summary.counted().plus(outcomes.reported());
    EndedRuns here = sum(ProcedureKeys.allRuns(LearningScope.of(procedure)), keys);
    TrackRecords own = new TrackRecords(keys, here, List.of(procedure), reasons);
    TrackRecord record = own.of(procedure);
    return new Uses(
        uses.runs(),
        uses.successes(),
        record.isClaimed() && summary.counted().runs() > 0,
        latest(summary.lastUsedAt(), outcomes.lastUse().orElse(null)),
        outcomes.lastSuccess().orElse(null),
        record.hasStoppedWorking(),
        own.lateFailures(procedure));
  }

  private LateFailures lateFailures(MemoryRecord procedure) {
    Map<String, Long> tools = new LinkedHashMap<>();
    Map<String, Long> modes = new LinkedHashMap<>();
    for (FailedStart start : failedLately(procedure)) {
      tools.merge(start.tool(), 1L, Long::sum);
      String mode = reason(start.use().episodeId(), procedure).orElse(start.tool() + " failed");
      modes.merge(mode, 1L, Long::sum);
    }
    failuresInTurn(latest(procedure, failedStarts(procedure))).stream()
        .flatMap(episode -> reason(episode, procedure).stream())
        .forEach(mode -> modes.merge(mode, 1L, Long::sum));
    return new LateFailures(tools, modes);
  }

  /** Any run may name a procedure; what it says stays in its own scope and sensitivity. */
  private Optional<String> reason(String episode, MemoryRecord procedure) {
    return Optional.ofNullable(reasons.get(episode))
        .filter(run -> run.scope().equals(LearningScope.of(procedure)))
        .map(FailedRun::mode);
  }

  private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isAfter(one)) ? other : one;
  }
}
