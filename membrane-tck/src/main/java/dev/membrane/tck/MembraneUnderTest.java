package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.AccessDeniedException;
import dev.membrane.EventRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.PageRequest;
import dev.membrane.RetrieveEpisodeAnswer;
import dev.membrane.RetrieveEpisodeAnswer.EpisodeEvent;
import dev.membrane.RetrieveEpisodeRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The memory that a test has for itself, and what several contracts do with it. */
interface MembraneUnderTest {

  TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);
  String SCOPE = "project";
  ProvenanceSource SOURCE =
      new ProvenanceSource(ProvenanceKind.OBSERVATION, "msg-1", null, "ann", null);
  List<ProvenanceRef> EVIDENCE =
      List.of(new ProvenanceRef(EvidenceType.OBSERVATION, "msg-1", Instant.EPOCH));

  /** It holds nothing at first; its caller has every right. */
  Membrane membrane();

  /** The same for a caller whose only scope is {@link #SCOPE}. */
  Memory project();

  default String fact(String object) {
    return project().ingestion().observe("ann", "user", "prefers", object).id();
  }

  default MemoryRecord record(String id) {
    return membrane().retrieval().byId(id).full().orElseThrow();
  }

  default RevisionState revision(String id) {
    return Objects.requireNonNull(record(id).revision());
  }

  default List<AuditEntry> log(String id) {
    return membrane().audit().of(id).stream().map(AuditLink::entry).toList();
  }

  default RecordDraft draft(String object) {
    return RecordDraft.builder()
        .type(MemoryType.SEMANTIC)
        .sensitivity(Sensitivity.LOW)
        .provenance(new Provenance(List.of(SOURCE), "ann"))
        .payload(SemanticPayload.of("user", "prefers", object).withEvidence(EVIDENCE))
        .build();
  }

  default EventRequest.Builder event(String ref) {
    return EventRequest.builder().source("ann").eventKind("user_input").ref(ref).summary("hello");
  }

  default List<EpisodeEvent> events(RetrieveEpisodeRequest request) {
    List<EpisodeEvent> events = new ArrayList<>();
    String cursor = "";
    do {
      PageRequest page = PageRequest.FIRST.ofSize(3).after(cursor);
      RetrieveEpisodeAnswer answer = project().retrieval().episode(request.on(page));
      assertThat(answer.events()).hasSizeBetween(1, 3);
      events.addAll(answer.events());
      cursor = answer.nextCursor();
    } while (!cursor.isEmpty());
    return events;
  }

  default void assertFault(String field, ThrowingCallable call) {
    Expected.refusal(ValidationException.class, call)
        .satisfies(fault -> assertThat(fault.field()).isEqualTo(field));
  }

  default void assertDenied(ThrowingCallable call) {
    Expected.refusal(AccessDeniedException.class, call);
  }
}
