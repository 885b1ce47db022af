package dev.membrane.internal.skill;

import static java.util.stream.Collectors.toMap;

import dev.membrane.internal.episode.AbortedRuns;
import dev.membrane.internal.episode.EndedRuns;
import dev.membrane.internal.episode.ProcedureOutcomes;
import dev.membrane.internal.episode.ProcedureOutcomes.Counting;
import dev.membrane.internal.episode.ProcedureOutcomes.ProcedureUse;
import dev.membrane.internal.keys.ClaimedCounts;
import dev.membrane.internal.keys.ProcedureKeys;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How procedures worked, read at once for some of them. */
public final class TrackRecords {

  private static final String LEARNING = "";

  private final Map<String, Key> keys;
  private final EndedRuns all;
  private final NamedUses named;
  private final Map<String, Set<String>> failed;

  private TrackRecords(Map<String, Key> keys, EndedRuns all, Collection<MemoryRecord> procedures) {
    this.keys = keys;
    this.all = all;
    this.named = NamedUses.of(procedures, id -> outcomes(id, keys));
    this.failed = failed(procedures);
  }

  /**
   * The episodes that failed, each with the places where all runs count it: once where learning has
   * counted it, and once for each procedure that an outcome has told of.
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
      names.add(ClaimedCounts.keyName(procedure.id()));
      names.add(abortedRuns(procedure));
      counts.addAll(allRuns(procedure));
    }
    names.addAll(counts);
    List<Key> found = names.isEmpty() ? List.of() : store.find(names);
    Map<String, Key> keys = found.stream().collect(toMap(Key::name, key -> key));
    return new TrackRecords(keys, sum(counts, keys), procedures);
  }

  /** How all runs ended where a procedure is. */
  private static List<String> allRuns(MemoryRecord procedure) {
    return ProcedureKeys.allRuns(procedure.scope(), procedure.sensitivity());
  }

  private static String abortedRuns(MemoryRecord procedure) {
    return ProcedureKeys.abortedRuns(procedure.scope(), procedure.sensitivity());
  }

  private static EndedRuns sum(Collection<String> names, Map<String, Key> keys) {
    EndedRuns sum = EndedRuns.NONE;
    for (String name : names) {
      Key key = keys.get(name);
      sum = key == null ? sum : sum.plus(EndedRuns.parse(key.value()));
    }
    return sum;
  }

  private static ProcedureOutcomes outcomes(String id, Map<String, Key> keys) {
    return Optional.ofNullable(keys.get(ProcedureKeys.outcomes(id)))
        .map(key -> ProcedureOutcomes.parse(key.value()))
        .orElse(ProcedureOutcomes.NONE);
  }

  /** That of one of them. */
  public TrackRecord of(MemoryRecord procedure) {
    boolean isClaimed = keys.containsKey(ClaimedCounts.keyName(procedure.id()));
    EndedRuns counted = ProcedureSummary.of(procedure).counted();
    ProcedureOutcomes outcomes = outcomes(procedure.id(), keys);
    List<ProcedureUse> others = new ArrayList<>(named.tellingOf(procedure));
    others.addAll(failedStarts(procedure));
    List<ProcedureUse> latest = outcomes.latestWith(others);
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

  /** The failures of runs that took its first steps and failed at one of them. */
  private List<ProcedureUse> failedStarts(MemoryRecord procedure) {
    Key aborted = keys.get(abortedRuns(procedure));
    return aborted == null
        ? List.of()
        : AbortedRuns.parse(aborted.value()).failuresOf(ProcedureSummary.of(procedure).tools());
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

  /** Whether outcomes have told of uses of one of them that learning has not counted. */
  boolean isReported(MemoryRecord procedure) {
    return outcomes(procedure.id(), keys).reported().runs() > 0;
  }

  /** How one of them was used, which does not depend on what else was read. */
  public Uses uses(MemoryRecord procedure) {
    ProcedureOutcomes outcomes = outcomes(procedure.id(), keys);
    ProcedureSummary summary = ProcedureSummary.of(procedure);
    EndedRuns uses = summary.counted().plus(outcomes.reported());
    TrackRecord record =
        new TrackRecords(keys, sum(allRuns(procedure), keys), List.of(procedure)).of(procedure);
    return new Uses(
        uses.runs(),
        uses.successes(),
        record.isClaimed() && summary.counted().runs() > 0,
        latest(summary.lastUsedAt(), outcomes.lastUse().orElse(null)),
        outcomes.lastSuccess().orElse(null),
        record.hasStoppedWorking());
  }

  private static @Nullable Instant latest(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isAfter(one)) ? other : one;
  }
}
