package dev.membrane.internal.ingest;

import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.Visible;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refuses candidates that lack what their kind requires. For the others it decides sensitivity,
 * confidence, salience and decay. Immutable and thread-safe.
 */
final class PolicyEngine {

  private static final Map<CandidateKind, List<Requirement>> REQUIRED =
      Map.of(
          CandidateKind.EVENT,
          List.of(new Requirement("event_kind", "event kind"), new Requirement("ref", "event ref")),
          CandidateKind.TOOL_OUTPUT,
          List.of(new Requirement("tool_name", "tool name")),
          CandidateKind.OBSERVATION,
          List.of(new Requirement("subject", "subject"), new Requirement("predicate", "predicate")),
          CandidateKind.OUTCOME,
          List.of(
              new Requirement("target_record_id", "target record ID"),
              new Requirement("outcome_status", "outcome status")),
          CandidateKind.WORKING_STATE,
          List.of(
              new Requirement("thread_id", "thread ID"), new Requirement("state", "task state")));

  private final PolicyDefaults defaults;

  /** An engine with these defaults. */
  PolicyEngine(PolicyDefaults defaults) {
    this.defaults = defaults;
  }

  /**
   * The policy for a candidate.
   *
   * @param type what the classifier made of it
   * @throws ValidationException if something required is missing or blank; the message is one
   *     sentence such as {@code event ref is required for event candidates}
   */
  PolicyResult apply(MemoryCandidate candidate, MemoryType type) {
    CandidateKind kind = candidate.kind();
    if (kind == null) {
      throw ValidationException.worded("kind", "candidate kind is required");
    }
    check(candidate, kind);
    Sensitivity override = candidate.sensitivity();
    return new PolicyResult(
        override == null ? defaults.sensitivity() : override,
        confidence(kind),
        defaults.initialSalience(),
        defaults.decay(type),
        defaults.deletionPolicy());
  }

  private static void check(MemoryCandidate candidate, CandidateKind kind) {
    if (Visible.isBlank(candidate.source())) {
      throw ValidationException.worded("source", "candidate source is required");
    }
    if (candidate.timestamp() == null) {
      throw ValidationException.worded("timestamp", "candidate timestamp is required");
    }
    for (Requirement requirement : REQUIRED.getOrDefault(kind, List.of())) {
      requirement.check(kind, candidate.content().get(requirement.field()));
    }
  }

  private static double confidence(CandidateKind kind) {
    return switch (kind) {
      case EVENT -> 0.8;
      case TOOL_OUTPUT -> 0.9;
      case OBSERVATION -> 0.7;
      case OUTCOME -> 0.85;
      case WORKING_STATE -> 1;
    };
  }

  private record Requirement(String field, String words) {

    void check(CandidateKind kind, @Nullable String value) {
      if (value == null || Visible.isBlank(value)) {
        String candidates = kind.wireName().replace('_', ' ') + " candidates";
        throw ValidationException.worded(field, words + " is required for " + candidates);
      }
    }
  }
}
