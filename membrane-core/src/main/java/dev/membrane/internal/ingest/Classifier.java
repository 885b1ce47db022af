package dev.membrane.internal.ingest;

import dev.membrane.schema.MemoryType;

/**
 * Decides which type of memory a candidate becomes, by its kind alone. Stateless and thread-safe.
 */
final class Classifier {

  /** The type of memory; episodic for a kind that is not given or not known to this version. */
  MemoryType classify(MemoryCandidate candidate) {
    CandidateKind kind = candidate.kind();
    if (kind == null) {
      return MemoryType.EPISODIC;
    }
    return switch (kind) {
      case EVENT, TOOL_OUTPUT, OUTCOME -> MemoryType.EPISODIC;
      case OBSERVATION -> MemoryType.SEMANTIC;
      case WORKING_STATE -> MemoryType.WORKING;
    };
  }
}
