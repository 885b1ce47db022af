package dev.membrane.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.ObservationRequest;
import dev.membrane.ObservationRequest.IfKnown;
import dev.membrane.ObservationRequest.OnConflict;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.ToolEffect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Digests of requests are stored with their idempotency keys, so no version may change one. */
class DigestTest {

  private static final Instant AT = Instant.parse("2026-01-15T10:30:00Z");

  private static final IngestOptions ALL =
      IngestOptions.NONE
          .timestamp(AT)
          .tags(List.of("a", "b"))
          .scope("project")
          .sensitivity(Sensitivity.HIGH)
          .episode("run-1")
          .idempotencyKey("key");

  @ParameterizedTest
  @MethodSource("requests")
  void the_digest_of_a_request_stays(IngestRequest request, String digest) {
    assertThat(Digest.of(request)).isEqualTo(digest);
  }

  static Stream<Arguments> requests() {
    JsonObject json = json();
    return Stream.of(
        Arguments.of(
            EventRequest.builder()
                .source("s")
                .eventKind("k")
                .ref("r")
                .summary("words")
                .data(JsonNull.NULL)
                .deletionPolicy(DeletionPolicy.NEVER)
                .options(ALL)
                .build(),
            "d0e99dd649810f2bbf7b401ad69d6d8708bd506b232cabf096e8c510c2b9766b"),
        Arguments.of(
            EventRequest.builder().source("s").eventKind("k").ref("r").unscoped().build(),
            "5455175de53b01b314edd5a810309f1ac5dbebfaeb597d1905c13f95a409a7d3"),
        Arguments.of(
            ToolOutputRequest.builder()
                .source("s")
                .toolName("t")
                .args(json)
                .result(JsonNull.NULL)
                .dependsOn(List.of("x"))
                .effect(ToolEffect.READ)
                .data(json)
                .deletionPolicy(DeletionPolicy.MANUAL_ONLY)
                .options(ALL)
                .build(),
            "1fbc5a4ddaccb3bbe502a901f9d1cd3ec1c77bc1e55d62ea777cf05e0b4d57a9"),
        Arguments.of(
            ObservationRequest.builder()
                .source("s")
                .subject("u")
                .predicate("p")
                .object(json)
                .ifKnown(IfKnown.NEW)
                .onConflict(OnConflict.REPLACE)
                .options(ALL)
                .build(),
            "e63cdd0d02d3bc316a120fe0cd568c029973c5120f7eabc606ee7736b2b2207d"),
        Arguments.of(
            OutcomeRequest.builder()
                .source("s")
                .targetRecordId("id")
                .status(OutcomeStatus.SUCCESS)
                .timestamp(AT)
                .usedRecordIds(List.of("id2"))
                .idempotencyKey("key")
                .build(),
            "18fce7def26f695891c133e23cdfa98bc64b7a4e850e331e2f9474f11ba394be"),
        Arguments.of(
            WorkingStateRequest.builder()
                .source("s")
                .threadId("t")
                .state(TaskState.DONE)
                .nextActions(List.of("n"))
                .openQuestions(List.of("q"))
                .contextSummary("c")
                .activeConstraints(List.of(new Constraint("type", "key", JsonNull.NULL, true)))
                .options(ALL)
                .build(),
            "af9b818f91b17fcb4fb7aac11839b682afff836da0b83e5742fb015e3f198085"),
        Arguments.of(
            RecordRequest.builder()
                .record(RecordDraft.builder().scope("project").confidence(0.5).build())
                .source("s")
                .idempotencyKey("key")
                .build(),
            "142d185316d9c7b896795672bbd4bcb0854196047b865b0eaea215c034f17181"),
        Arguments.of(
            RecordRequest.builder()
                .record(RecordDraft.builder().build())
                .source("s")
                .unscoped()
                .build(),
            "dd44fb9f9973d067a837b4285e6e0b7d289ffa69ef1c0e410c9c5d0d6082805f"));
  }

  private static JsonObject json() {
    List<Object> list = new ArrayList<>(List.of("text", 1.50, true, Map.of()));
    list.add(null);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("list", list);
    members.put("nothing", null);
    return (JsonObject) JsonValue.of(members);
  }
}
