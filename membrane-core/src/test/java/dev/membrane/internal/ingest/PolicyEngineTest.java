package dev.membrane.internal.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.membrane.internal.EngineFixture;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyEngineTest {

  private static final Map<CandidateKind, Map<String, String>> COMPLETE =
      Map.of(
          CandidateKind.EVENT, Map.of("event_kind", "error", "ref", "e-1"),
          CandidateKind.TOOL_OUTPUT, Map.of("tool_name", "grep"),
          CandidateKind.OBSERVATION, Map.of("subject", "user", "predicate", "likes"),
          CandidateKind.OUTCOME, Map.of("target_record_id", "x", "outcome_status", "success"),
          CandidateKind.WORKING_STATE, Map.of("thread_id", "t", "state", "done"));

  private final Classifier classifier = new Classifier();
  private final PolicyEngine engine = new PolicyEngine(PolicyDefaults.DEFAULTS);

  @ParameterizedTest
  @CsvSource({
    "EVENT, episodic, event",
    "TOOL_OUTPUT, episodic, tool_call",
    "OBSERVATION, semantic, observation",
    "OUTCOME, episodic, outcome",
    "WORKING_STATE, working, event"
  })
  void each_kind_has_its_type_and_its_provenance(
      CandidateKind kind, String type, String provenance) {
    assertThat(classifier.classify(candidate(kind)).wireName()).isEqualTo(type);
    assertThat(kind.provenanceKind().wireName()).isEqualTo(provenance);
  }

  @Test
  void a_kind_that_is_absent_counts_as_an_episode() {
    MemoryCandidate candidate = new MemoryCandidate(null, "s", EngineFixture.NOON, null, Map.of());

    assertThat(classifier.classify(candidate)).isEqualTo(MemoryType.EPISODIC);
  }

  @ParameterizedTest
  @MethodSource
  void what_is_missing_is_said_in_the_words_of_the_table(
      CandidateKind kind, String field, String text) {
    Map<String, String> absent = new HashMap<>(COMPLETE.get(kind));
    absent.remove(field);
    Map<String, String> empty = new HashMap<>(COMPLETE.get(kind));
    empty.put(field, "");

    assertFault(new MemoryCandidate(kind, "s", EngineFixture.NOON, null, absent), field, text);
    assertFault(new MemoryCandidate(kind, "s", EngineFixture.NOON, null, empty), field, text);
  }

  static Stream<Arguments> what_is_missing_is_said_in_the_words_of_the_table() {
    return Stream.of(
        arguments(CandidateKind.EVENT, "event_kind", "event kind is required for event candidates"),
        arguments(CandidateKind.EVENT, "ref", "event ref is required for event candidates"),
        arguments(
            CandidateKind.TOOL_OUTPUT,
            "tool_name",
            "tool name is required for tool output candidates"),
        arguments(
            CandidateKind.OBSERVATION, "subject", "subject is required for observation candidates"),
        arguments(
            CandidateKind.OBSERVATION,
            "predicate",
            "predicate is required for observation candidates"),
        arguments(
            CandidateKind.OUTCOME,
            "target_record_id",
            "target record ID is required for outcome candidates"),
        arguments(
            CandidateKind.OUTCOME,
            "outcome_status",
            "outcome status is required for outcome candidates"),
        arguments(
            CandidateKind.WORKING_STATE,
            "thread_id",
            "thread ID is required for working state candidates"),
        arguments(
            CandidateKind.WORKING_STATE,
            "state",
            "task state is required for working state candidates"));
  }

  @ParameterizedTest
  @EnumSource(CandidateKind.class)
  void every_kind_needs_a_source_and_a_timestamp(CandidateKind kind) {
    Map<String, String> content = COMPLETE.get(kind);

    assertFault(
        new MemoryCandidate(kind, "", EngineFixture.NOON, null, content),
        "source",
        "candidate source is required");
    assertFault(
        new MemoryCandidate(kind, "s", null, null, content),
        "timestamp",
        "candidate timestamp is required");
  }

  @Test
  void a_candidate_needs_a_kind() {
    assertFault(
        new MemoryCandidate(null, "s", EngineFixture.NOON, null, Map.of()),
        "kind",
        "candidate kind is required");
  }

  @ParameterizedTest
  @CsvSource({
    "EVENT, 0.8, 3600",
    "TOOL_OUTPUT, 0.9, 3600",
    "OBSERVATION, 0.7, 2592000",
    "OUTCOME, 0.85, 3600",
    "WORKING_STATE, 1.0, 86400"
  })
  void each_kind_has_its_confidence_and_half_life(
      CandidateKind kind, double confidence, long halfLife) {
    PolicyResult policy = apply(candidate(kind));

    assertThat(policy.confidence()).isEqualTo(confidence);
    assertThat(policy.decay().halfLifeSeconds()).isEqualTo(halfLife);
  }

  @Test
  void the_defaults_are_those_of_the_seed() {
    PolicyResult policy = apply(candidate(CandidateKind.EVENT));

    assertThat(policy.sensitivity()).isEqualTo(Sensitivity.LOW);
    assertThat(policy.salience()).isEqualTo(1);
    assertThat(policy.deletionPolicy()).isEqualTo(DeletionPolicy.AUTO_PRUNE);
    assertThat(policy.decay().curve()).isEqualTo(DecayCurve.EXPONENTIAL);
    assertThat(policy.decay().reinforcementGain()).isEqualTo(0.1);
    assertThat(policy.decay().minSalience()).isNull();
    assertThat(policy.decay().maxAgeSeconds()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Sensitivity.class)
  void the_callers_sensitivity_takes_precedence(Sensitivity override) {
    Map<String, String> content = COMPLETE.get(CandidateKind.EVENT);
    Instant noon = EngineFixture.NOON;

    PolicyResult policy =
        apply(new MemoryCandidate(CandidateKind.EVENT, "s", noon, override, content));

    assertThat(policy.sensitivity()).isEqualTo(override);
  }

  private PolicyResult apply(MemoryCandidate candidate) {
    return engine.apply(candidate, classifier.classify(candidate));
  }

  private static MemoryCandidate candidate(CandidateKind kind) {
    return new MemoryCandidate(kind, "s", EngineFixture.NOON, null, COMPLETE.get(kind));
  }

  private void assertFault(MemoryCandidate candidate, String field, String text) {
    ValidationException fault =
        catchThrowableOfType(ValidationException.class, () -> apply(candidate));

    assertThat(fault).hasMessage(text);
    assertThat(fault.field()).isEqualTo(field);
  }
}
