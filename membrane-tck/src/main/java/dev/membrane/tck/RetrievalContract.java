package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.ListRecordsRequest;
import dev.membrane.ListSkillsRequest;
import dev.membrane.Listing.Edge;
import dev.membrane.Memory;
import dev.membrane.NotFoundException;
import dev.membrane.ObservationRequest;
import dev.membrane.Page;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveAnswer;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.Statistics.ScopeCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a caller sees comes back, one by one and in pages. */
interface RetrievalContract extends MembraneUnderTest {

  @Test
  default void records_come_back_in_full_and_what_is_a_level_above_redacted() {
    String go = fact("Go");
    ObservationRequest guarded =
        ObservationRequest.builder()
            .source("ann")
            .subject("user")
            .predicate("works_at")
            .object("the brewery")
            .sensitivity(Sensitivity.MEDIUM)
            .build();
    String secret = project().ingestion().observe(guarded).id();
    RetrieveAnswer answer =
        project()
            .retrieval()
            .retrieve(
                RetrieveRequest.builder().trust(TrustContext.upTo(Sensitivity.LOW, SCOPE)).build());
    assertThat(answer.records()).extracting(MemoryRecord::id).containsExactly(go);
    assertThat(answer.redacted()).extracting(RedactedRecord::id).containsExactly(secret);
    assertThat(answer.results()).extracting(RecordView::id).containsExactlyInAnyOrder(go, secret);
    assertThat(project().retrieval().byId(secret, TrustContext.upTo(Sensitivity.LOW)).full())
        .isEmpty();
  }

  @Test
  default void the_short_question_looks_in_all_that_the_caller_sees() {
    String go = fact("Go");
    Memory other = membrane().as(Caller.named("bob").in("elsewhere"));
    assertThat(project().retrieval().retrieve("what does the user prefer?").records())
        .extracting(MemoryRecord::id)
        .containsExactly(go);
    assertThat(project().retrieval().text("what does the user prefer?"))
        .contains("fact: user prefers Go")
        .hasLineCount(1);
    assertThat(other.retrieval().text("what does the user prefer?")).isEmpty();
    assertThat(other.retrieval().retrieve("what does the user prefer?").results()).isEmpty();
    Expected.refusal(NotFoundException.class, () -> other.retrieval().byId(go));
  }

  /** With a high limit the records of the highest salience are candidates by that alone. */
  @Test
  default void the_assistants_own_words_count_half_however_many_are_asked_for() {
    List<String> users = new ArrayList<>(List.of(said("user_message", "about Lisbon")));
    for (int i = 1; i < 14; i++) {
      boolean isAssistants = i == 3;
      String id = said(isAssistants ? "assistant_message" : "user_message", "of no interest");
      if (!isAssistants) {
        users.add(id);
      }
    }
    assertThat(about("Lisbon", 5)).isEqualTo(users.subList(0, 5));
    assertThat(about("Lisbon", 14).subList(0, 5)).isEqualTo(users.subList(0, 5));
  }

  private String said(String kind, String summary) {
    EventRequest event = event("1").eventKind(kind).summary(summary).build();
    return project().ingestion().event(event).id();
  }

  private List<String> about(String task, int limit) {
    RetrieveRequest ask =
        RetrieveRequest.builder()
            .trust(TrustContext.upTo(Sensitivity.LOW, SCOPE))
            .taskDescriptor(task)
            .limit(limit)
            .build();
    return project().retrieval().retrieve(ask).records().stream().map(MemoryRecord::id).toList();
  }

  @Test
  default void records_are_listed_a_page_at_a_time_and_each_once_while_more_come() {
    List<String> ids = List.of(fact("Go"), fact("C"), fact("Rust"));
    membrane().ingestion().event(event("1").unscoped().build());
    ListRecordsRequest.Builder ask =
        ListRecordsRequest.builder()
            .memoryTypes(Set.of(MemoryType.SEMANTIC))
            .page(PageRequest.FIRST.ofSize(2));
    Page<RecordView> first = project().listing().records(ask.build());
    String later = fact("Java");
    Page<RecordView> second =
        project()
            .listing()
            .records(ask.page(PageRequest.FIRST.ofSize(2).after(first.nextCursor())).build());
    assertThat(first.items()).extracting(RecordView::id).isEqualTo(ids.subList(0, 2));
    assertThat(second.items()).extracting(RecordView::id).containsExactly(ids.get(2), later);
    assertThat(first.hasNext()).isTrue();
    assertThat(second.hasNext()).isFalse();
    assertThat(
            Page.all(
                PageRequest.FIRST.ofSize(3),
                page -> project().listing().records(ask.page(page).build())))
        .extracting(RecordView::id)
        .containsExactly(ids.get(0), ids.get(1), ids.get(2), later);
    ask.page(PageRequest.FIRST.after(first.nextCursor()));
    assertFault("cursor", () -> project().listing().records(ask.tags(List.of("tag")).build()));
    assertThat(
            membrane()
                .as(Caller.named("bob").in("other"))
                .listing()
                .records(
                    ListRecordsRequest.builder().memoryTypes(Set.of(MemoryType.SEMANTIC)).build()))
        .isEqualTo(new Page<>(List.of(), ""));
  }

  @Test
  default void relations_are_listed_from_both_sides_and_scopes_with_their_records() {
    String old = fact("Go");
    String id = project().revision().supersede(old, draft("Rust"), "changed").id();
    String fork = project().revision().fork(id, draft("C"), "elsewhere").id();
    assertThat(project().listing().relations(fork, PageRequest.FIRST).items())
        .extracting(Edge::sourceId, edge -> edge.relation().targetId())
        .contains(tuple(fork, id));
    assertThat(project().listing().relations(id, PageRequest.FIRST).items())
        .extracting(Edge::sourceId, edge -> edge.relation().targetId())
        .contains(tuple(fork, id));
    Memory other = membrane().as(Caller.named("bob").in("other"));
    Expected.refusal(
        NotFoundException.class, () -> other.listing().relations(id, PageRequest.FIRST));
    assertThat(project().listing().scopes(PageRequest.FIRST).items())
        .containsExactly(new ScopeCount(SCOPE, 3));
    assertThat(other.listing().scopes(PageRequest.FIRST).items()).isEmpty();
  }

  @Test
  default void an_empty_text_restricts_nothing() {
    fact("Go");
    project().ingestion().event(event("1").episode("run").build());
    RetrieveRequest question = RetrieveRequest.builder().trust(ALL).threadId("").build();
    assertThat(project().retrieval().retrieve(question).results()).hasSize(2);
    ListRecordsRequest list = ListRecordsRequest.builder().threadId("").build();
    assertThat(project().listing().records(list).items()).hasSize(2);
    assertThat(project().listing().episodes("", PageRequest.FIRST).items()).hasSize(1);
    ListSkillsRequest skills = ListSkillsRequest.builder().name("").recordId("").build();
    assertThat(project().listing().skills(skills).items()).isEmpty();
  }

  @Test
  default void a_question_without_trust_is_refused() {
    RetrieveRequest request = RetrieveRequest.builder().taskDescriptor("what?").build();
    Expected.refusal(ValidationException.class, () -> project().retrieval().retrieve(request))
        .hasMessage("trust context is required");
  }
}
