package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests are values: equal if they ask for the same, and printed as what they ask for. */
class RequestValuesTest {

  /** Each makes a request that has a text somewhere in it. */
  static Stream<Function<String, Object>> requests() {
    return Stream.of(
        text -> EventRequest.builder().source("s").eventKind("k").ref(text).build(),
        text -> ToolOutputRequest.builder().source("s").toolName("t").episode(text).build(),
        text -> ObservationRequest.builder().source("s").subject("u").object(text).build(),
        text ->
            OutcomeRequest.builder()
                .targetRecordId("id")
                .status(OutcomeStatus.SUCCESS)
                .usedRecordIds(List.of(text))
                .build(),
        text ->
            WorkingStateRequest.builder()
                .threadId("t")
                .state(TaskState.DONE)
                .nextActions(List.of(text))
                .build(),
        text ->
            RecordRequest.builder()
                .record(RecordDraft.builder().type(MemoryType.SEMANTIC).build())
                .source(text)
                .build(),
        text -> IngestOptions.NONE.sensitivity(Sensitivity.LOW).tags(List.of("a", text)),
        text ->
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.LOW, "project"))
                .memoryTypes(Set.of(MemoryType.SEMANTIC))
                .taskDescriptor(text)
                .build(),
        text -> ListRecordsRequest.builder().threadId(text).page(PageRequest.FIRST).build(),
        text -> ListSkillsRequest.builder().name(text).page(PageRequest.FIRST.ofSize(3)).build(),
        text -> EraseRequest.ofSubject("bob").because(text).asDryRun(),
        text ->
            RetrieveEpisodeRequest.builder().episode("run-1").scope(text).newestFirst(true).build(),
        text -> PageRequest.FIRST.after(text).ofSize(3));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void requests_that_ask_for_the_same_are_equal(Function<String, Object> request) {
    Object one = request.apply("vim");

    assertThat(request.apply("vim")).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(request.apply("emacs")).isNotEqualTo(one);
    assertThat(one.toString()).startsWith(one.getClass().getSimpleName() + "[").contains("vim");
  }

  @ParameterizedTest
  @MethodSource("unscoped")
  void what_is_for_everybody_differs_from_what_has_no_scope_yet(Object unscoped, Object without) {
    assertThat(unscoped).isNotEqualTo(without);
  }

  static Stream<Arguments> unscoped() {
    RecordDraft draft = RecordDraft.builder().build();
    return Stream.of(
        Arguments.of(IngestOptions.NONE.unscoped(), IngestOptions.NONE),
        Arguments.of(
            RecordRequest.builder().record(draft).unscoped().build(),
            RecordRequest.builder().record(draft).build()));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void no_value_is_forgotten(Function<String, Object> request) {
    Object made = request.apply("vim");

    assertThat(Stream.of(made.getClass().getDeclaredFields()))
        .filteredOn(field -> !Modifier.isStatic(field.getModifiers()))
        .isNotEmpty()
        .allSatisfy(field -> assertThat(made.toString()).contains(field.getName() + "="));
  }
}
