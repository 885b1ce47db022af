package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever a question names is the source of an event, or stands before what its summary says. */
class NamedSpeakersTest {

  private Membrane membrane;
  private Instant at = Instant.parse("2026-03-01T10:00:00Z");

  @BeforeEach
  void open() {
    membrane = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    says("Ann", "hiking in spring");
    says("Bob", "hiking in spring");
    says("app", "Cid: hiking in spring");
    says("Ann", "Dan: hiking in spring");
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  /** A day apart, so that no event stands in the window of another. */
  private void says(String source, String summary) {
    at = at.plusSeconds(86_400);
    IngestOptions options = IngestOptions.NONE.scope("chat").timestamp(at);
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source(source)
                .eventKind("message")
                .ref(at.toString())
                .summary(summary)
                .options(options)
                .build());
  }

  /** The sources of the events that gain by their speaker. */
  private List<String> gaining(String task, Sensitivity most) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(most, "chat"))
            .taskDescriptor(task)
            .explain(true)
            .build();
    List<String> sources = new ArrayList<>();
    for (var entry : membrane.retrieval().retrieve(request).entries()) {
      JsonObject why = (JsonObject) entry.explanation().members().get("relevance");
      if (JsonValue.of(0.1).equals(why.members().get("speaker"))) {
        sources.add(((MemoryRecord) entry.record()).provenance().sources().get(0).createdBy());
      }
    }
    return sources;
  }

  private List<String> gaining(String task) {
    return gaining(task, Sensitivity.LOW);
  }

  @Test
  void the_source_speaks_unless_the_summary_names_somebody() {
    assertThat(gaining("what does Ann say of hiking")).containsExactly("Ann");
    assertThat(gaining("what did bob say of hiking")).containsExactly("Bob");
    assertThat(gaining("what of hiking does Cid say")).containsExactly("app");
    assertThat(gaining("what of hiking does Dan say")).containsExactly("Ann");
    assertThat(gaining("what of hiking does the app say")).isEmpty();
  }

  @Test
  void whoever_is_named_together_with_another_gains_nothing() {
    assertThat(gaining("did Ann and Bob go hiking")).isEmpty();
    assertThat(gaining("who goes hiking")).isEmpty();
  }

  @Test
  void speakers_that_the_caller_does_not_see_in_full_do_not_count() {
    assertThat(gaining("did Ann and Bob go hiking", Sensitivity.PUBLIC)).isEmpty();
    IngestOptions hidden =
        IngestOptions.NONE.scope("chat").timestamp(at).sensitivity(Sensitivity.HIGH);
    membrane
        .ingestion()
        .event(
            EventRequest.builder()
                .source("Eve")
                .eventKind("message")
                .ref("e")
                .summary("hiking in spring")
                .options(hidden)
                .build());
    assertThat(gaining("did Ann and Eve go hiking")).containsExactly("Ann");
    assertThat(gaining("did Ann and Eve go hiking", Sensitivity.HIGH)).isEmpty();
  }
}
