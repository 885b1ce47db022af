package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The sources of learned records: the ids of episodes, and nothing else about them. */
public final class Sources {

  private Sources() {}

  static ProvenanceSource learnedFrom(String episodeId) {
    return new ProvenanceSource(ProvenanceKind.EVENT, episodeId, null, null, null);
  }

  /** Whether learning named the source. The source of a caller tells who they are, and when. */
  static boolean isLearned(ProvenanceSource source) {
    return source.equals(learnedFrom(source.ref()));
  }

  /** The episodes that a record is learned from. */
  public static List<String> episodes(MemoryRecord record) {
    return record.provenance().sources().stream()
        .filter(Sources::isLearned)
        .map(ProvenanceSource::ref)
        .toList();
  }

  /**
   * How sure a fact is that has lost a source: no surer than the surest episode that is left. It
   * stays as sure as it was if others vouch for it, or an episode is no longer there, since nothing
   * tells how sure these were.
   *
   * @param episodes those that are left
   * @param records finds the record of an id
   */
  public static double confidence(
      MemoryRecord fact,
      Collection<String> episodes,
      Function<String, Optional<MemoryRecord>> records) {
    double known = fact.confidence();
    double surest = hasOthers(fact) ? known : 0;
    for (String episode : episodes) {
      if (surest >= known) {
        return known;
      }
      surest = Math.max(surest, records.apply(episode).map(MemoryRecord::confidence).orElse(known));
    }
    return Math.min(surest, known);
  }

  /** Whether a stage made a record, and not a caller. */
  public static boolean isMadeByStage(MemoryRecord record) {
    String maker = record.provenance().createdBy();
    return maker != null && maker.startsWith(EngineActors.CONSOLIDATION);
  }

  /** Whether others than episodes vouch for a record. */
  public static boolean hasOthers(MemoryRecord record) {
    return !isMadeByStage(record)
        || !record.provenance().sources().stream().allMatch(Sources::isLearned);
  }
}
