package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts as long as they may be take a moment, whatever is in them. Time that grows with the square
 * of the length would be minutes.
 */
class LongTextTest {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int MAX_LENGTH = 100_000;
  private static final Duration MOMENT = Duration.ofSeconds(60);

  private final Membrane membrane =
      Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();

  @AfterEach
  void close() {
    membrane.close();
  }

  private static String filled(String piece) {
    return piece.repeat(MAX_LENGTH / piece.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a", "-", "1.", "Aa-", "a@", "a/", "\"", "'", "{{", "sk-", "a_b", "1,", "\u0301", "a\u0301"
      })
  void a_question_takes_a_moment(String piece) {
    String text = "a" + filled(piece).substring(2) + "a";
    event("user", "user_input", "an event", IngestOptions.NONE.unscoped());
    RetrieveRequest question =
        RetrieveRequest.builder()
            .taskDescriptor(text)
            .trust(TrustContext.upTo(Sensitivity.LOW))
            .build();
    assertTimeoutPreemptively(MOMENT, () -> membrane.retrieval().retrieve(question));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "-", "1.", "Aa-", "a,b", "a.b", "'", "{{", "sk-", "token ", "a_b", "\u0301"})
  void a_skill_is_listed_in_a_moment(String piece) {
    String skill =
        """
        {"type": "competence", "scope": "here", "sensitivity": "low",
         "provenance": {"sources": [{"kind": "artifact", "ref": "a"}]}, "payload": {"kind": "competence",
         "skill_name": "s", "triggers": [{"signal": "%s"}], "recipe": [{"step": "do"}]}}
        """
            .formatted(filled(piece));
    membrane.ingestion().record(RecordRequest.of("s", CODEC.decodeDraft("record", skill)));
    Page<Listing.AgentSkill> page =
        assertTimeoutPreemptively(
            MOMENT, () -> membrane.listing().skills(ListSkillsRequest.builder().build()));
    assertThat(page.items()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.", "1,2", "a", "-", "Aa-", "a'", "\u0301"})
  void what_the_user_said_beside_a_long_text_is_learned(String piece) {
    IngestOptions run = IngestOptions.NONE.unscoped().episode("run");
    event("user", "user_input", "deploy target is staging", run);
    event("assistant", "assistant_message", filled(piece), run);
    String id = event("user", "user_input", "thanks", run);
    membrane.ingestion().outcome(OutcomeRequest.of("s", id, OutcomeStatus.SUCCESS));
    ConsolidationResult learned =
        assertTimeoutPreemptively(MOMENT, () -> membrane.maintenance().consolidate());
    assertThat(learned.total().failed()).isZero();
    assertThat(learned.of("semantic").created()).isPositive();
  }

  private String event(String source, String kind, String summary, IngestOptions run) {
    return membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source(source)
                .eventKind(kind)
                .ref(summary.substring(0, 2))
                .summary(summary)
                .options(run)
                .build())
        .id();
  }
}
