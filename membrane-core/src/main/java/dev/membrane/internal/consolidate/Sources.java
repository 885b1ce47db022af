package dev.membrane.internal.consolidate;

import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import java.util.List;

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

  /** Whether a stage made a record, and not a caller. */
  static boolean isMadeByStage(MemoryRecord record) {
    String maker = record.provenance().createdBy();
    return maker != null && maker.startsWith(EngineActors.CONSOLIDATION);
  }

  /** Whether others than episodes vouch for a record. */
  public static boolean hasOthers(MemoryRecord record) {
    return !isMadeByStage(record)
        || !record.provenance().sources().stream().allMatch(Sources::isLearned);
  }
}
