package dev.membrane.http;

import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.RetrieveAnswer.AnswerView;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ToolEffect;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The members of requests that are one of some words. */
final class RequestWords {

  private static final Map<String, List<String>> WORDS =
      Map.of(
          "sensitivity", words(Sensitivity::wireName, List.of(Sensitivity.values())),
          "max_sensitivity", words(Sensitivity::wireName, List.of(Sensitivity.values())),
          "memory_types", words(MemoryType::wireName, List.of(MemoryType.values())),
          "view", words(AnswerView::wireName, List.of(AnswerView.values())),
          "if_known", words(IfKnown::wireName, List.of(IfKnown.values())),
          "on_conflict", words(OnConflict::wireName, List.of(OnConflict.values())),
          "outcome_status", words(OutcomeStatus::wireName, List.of(OutcomeStatus.values())),
          "state", words(TaskState::wireName, List.of(TaskState.values())),
          "effect", words(ToolEffect::wireName, List.of(ToolEffect.values())),
          // Of an episode; never is for a single record.
          "deletion_policy",
              words(
                  DeletionPolicy::wireName,
                  List.of(DeletionPolicy.AUTO_PRUNE, DeletionPolicy.MANUAL_ONLY)));

  private RequestWords() {}

  /** The words, by the name of the member; none if it may be any. */
  static List<String> of(String member) {
    return WORDS.getOrDefault(member, List.of());
  }

  private static <E> List<String> words(Function<E, String> name, List<E> values) {
    return values.stream().map(name).toList();
  }
}
