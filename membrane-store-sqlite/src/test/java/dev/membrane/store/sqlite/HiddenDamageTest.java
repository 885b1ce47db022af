package dev.membrane.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.PageRequest;
import dev.membrane.RecordRequest;
import dev.membrane.TrustContext;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.store.UnreadableRecordException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged record, and callers who may not know that it is there. */
final class HiddenDamageTest {

  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);
  private static final String WHY = "a reason";
  private static final String UNKNOWN = "01890a5d-ac96-774b-bcce-b302099a8057";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE memory SET curve = 'none' WHERE rid = 1",
        "UPDATE memory SET type = 'none' WHERE rid = 1",
        "UPDATE document SET doc = 'x' WHERE rid = 1",
        "DELETE FROM document WHERE rid = 1"
      })
  void a_stranger_is_told_of_it_what_is_told_of_none(String damage) throws SQLException {
    String id;
    Instant then;
    try (Membrane membrane = open()) {
      id = WordFacts.observe(membrane, "home", "kestrel");
      then = full(membrane, id).createdAt();
    }
    assertThat(WordFacts.run(file(), damage)).isEqualTo(1);
    try (Membrane membrane = open()) {
      Memory stranger = membrane.as(Caller.named("bob").in("office"));
      Map<String, Consumer<String>> calls = calls(stranger, then);
      calls.forEach(
          (name, call) -> assertThat(told(call, id)).as(name).isEqualTo(told(call, UNKNOWN)));
      Memory owner = membrane.as(Caller.named("ann").in("home"));
      assertThatThrownBy(() -> owner.revision().delete(id, WHY))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(id);
      assertThatThrownBy(() -> owner.retrieval().byId(id, ALL, then))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining(id);
    }
  }

  /** All that take the id of a record. */
  private static Map<String, Consumer<String>> calls(Memory stranger, Instant then) {
    String own = WordFacts.observe(stranger, "office", "heron");
    RecordDraft draft =
        RecordDraft.builder().payload(full(stranger, own).payload()).scope("office").build();
    String episode =
        stranger
            .ingestion()
            .event(
                EventRequest.builder()
                    .source("bob")
                    .eventKind("user")
                    .ref("message")
                    .summary("tea")
                    .build())
            .id();
    Map<String, Consumer<String>> calls = new LinkedHashMap<>();
    calls.put("by id", id -> stranger.retrieval().byId(id, ALL));
    calls.put("as of", id -> stranger.retrieval().byId(id, ALL, then));
    calls.put("log", id -> stranger.audit().of(id));
    calls.put("history", id -> stranger.audit().history(id, PageRequest.FIRST));
    calls.put("diff", id -> stranger.audit().diff(id, 0, 0));
    calls.put("relations", id -> stranger.listing().relations(id, PageRequest.FIRST));
    calls.put(
        "skill",
        id ->
            assertThat(
                    stranger
                        .listing()
                        .skills(ListSkillsRequest.builder().recordId(id).build())
                        .items())
                .isEmpty());
    calls.put("supersede", id -> stranger.revision().supersede(id, draft, WHY));
    calls.put("fork", id -> stranger.revision().fork(id, draft, WHY));
    calls.put("merge", id -> stranger.revision().merge(List.of(own, id), draft, WHY));
    calls.put("retract", id -> stranger.revision().retract(id, WHY));
    calls.put("contest", id -> stranger.revision().contest(id, "", WHY));
    calls.put("contest by", id -> stranger.revision().contest(own, id, WHY));
    calls.put("delete", id -> stranger.revision().delete(id, WHY));
    calls.put("override", id -> stranger.revision().deleteOverridingPolicy(id, WHY));
    calls.put("erase", id -> stranger.revision().erase(EraseRequest.ofRecords(List.of(id))));
    calls.put("reinforce", id -> stranger.revision().reinforce(id, WHY));
    calls.put("penalize", id -> stranger.revision().penalize(id, 0.1, WHY));
    calls.put("outcome", id -> stranger.ingestion().outcome(outcome(id, List.of())));
    calls.put("used", id -> stranger.ingestion().outcome(outcome(episode, List.of(id))));
    calls.put(
        "relate",
        id ->
            stranger
                .ingestion()
                .record(
                    RecordRequest.builder()
                        .record(
                            draft.toBuilder()
                                .relations(List.of(new Relation("supports", id, null, null)))
                                .build())
                        .build()));
    return calls;
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE memory SET curve = 'none'", "UPDATE document SET doc = 'x'"})
  void who_writes_above_what_they_see_is_not_told_of_what_is_damaged_there(String damage)
      throws SQLException {
    try (Membrane membrane = open()) {
      write(membrane);
    }
    assertThat(WordFacts.run(file(), damage)).isEqualTo(3);
    try (Membrane membrane = open()) {
      write(membrane.as(Caller.named("bob").in("home").upTo(Sensitivity.LOW)));
    }
  }

  /** What has a place that the next of its kind looks at. */
  private static void write(Memory membrane) {
    IngestOptions options = IngestOptions.NONE.scope("home").sensitivity(Sensitivity.HYPER);
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("user")
                .subject("Ann")
                .predicate("likes")
                .object(new JsonString("tea"))
                .options(options)
                .build());
    membrane
        .ingestion()
        .workingState(
            WorkingStateRequest.builder()
                .source("agent")
                .threadId("thread")
                .state(TaskState.EXECUTING)
                .options(options)
                .build());
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("agent")
                .eventKind("user")
                .ref("message")
                .summary("tea")
                .options(options.episode("episode"))
                .build());
  }

  private static OutcomeRequest outcome(String target, List<String> used) {
    return OutcomeRequest.builder()
        .source("bob")
        .targetRecordId(target)
        .status(OutcomeStatus.SUCCESS)
        .usedRecordIds(used)
        .build();
  }

  private static String told(Consumer<String> call, String id) {
    try {
      call.accept(id);
      return "";
    } catch (MembraneException refused) {
      return refused.getClass().getSimpleName() + ": " + refused.getMessage();
    }
  }

  private static MemoryRecord full(Memory membrane, String id) {
    return membrane.retrieval().byId(id).full().orElseThrow();
  }

  private Membrane open() {
    return Membrane.builder()
        .openStore(() -> SqliteStore.open(file()))
        .backgroundJobs(false)
        .build();
  }

  private Path file() {
    return folder.resolve("membrane.db");
  }
}
