package dev.membrane.testing;

import dev.membrane.Caller;
import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.ObservationRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.store.StoredRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways in for what a writer has to say. */
record Intakes(Caller writer, Place place, @Nullable String once, RandomContents contents) {

  WorldAction event(@Nullable String episode, @Nullable DeletionPolicy policy) {
    EventRequest.Builder request =
        EventRequest.builder()
            .source(contents.source())
            .eventKind(contents.eventKind())
            .ref("ref")
            .summary(contents.said())
            .data(contents.object())
            .options(when(options(episode)));
    EventRequest whole = policy == null ? request.build() : request.deletionPolicy(policy).build();
    return world -> world.membrane().as(writer).ingestion().event(whole);
  }

  WorldAction toolOutput(@Nullable String episode, @Nullable DeletionPolicy policy) {
    ToolOutputRequest.Builder request =
        ToolOutputRequest.builder()
            .source(contents.word())
            .toolName(contents.word())
            .args(contents.object())
            .result(JsonValue.of(contents.text()))
            .data(contents.object())
            .options(options(episode));
    ToolOutputRequest whole =
        policy == null ? request.build() : request.deletionPolicy(policy).build();
    return world -> world.membrane().as(writer).ingestion().toolOutput(whole);
  }

  WorldAction observation() {
    ObservationRequest request =
        ObservationRequest.builder()
            .source(contents.word())
            .subject(contents.word())
            .predicate(contents.word())
            .object(JsonValue.of(contents.text()))
            .options(options(null))
            .build();
    return world -> world.membrane().as(writer).ingestion().observe(request);
  }

  WorldAction workingState(String thread, TaskState state) {
    WorkingStateRequest request =
        WorkingStateRequest.builder()
            .source(contents.word())
            .threadId(thread)
            .state(state)
            .nextActions(contents.several(3))
            .openQuestions(contents.several(2))
            .contextSummary(contents.text())
            .options(options(null))
            .build();
    return world -> world.membrane().as(writer).ingestion().workingState(request);
  }

  /** A full record that relates to whichever of some records the writer sees. */
  WorldAction fullRecord(OracleHeader header, Payload payload, List<String> related) {
    RecordDraft draft = draft(header, payload);
    String source = contents.word();
    return world -> {
      List<Relation> relations =
          world.existing(related).stream()
              .map(StoredRecord::record)
              .filter(writer.visibility()::sees)
              .map(record -> new Relation("about", record.id(), 0.5, null))
              .toList();
      RecordDraft whole = draft.toBuilder().relations(relations).build();
      RecordRequest request = record(whole, source);
      return world.membrane().as(writer).ingestion().record(request);
    };
  }

  /** A full record that relates to some records, be they there or not. */
  WorldAction relatingRecord(OracleHeader header, Payload payload, List<String> related) {
    List<Relation> relations =
        related.stream().map(id -> new Relation("about", id, null, null)).toList();
    RecordDraft draft = draft(header, payload).toBuilder().relations(relations).build();
    RecordRequest request = record(draft, contents.word());
    return world -> world.membrane().as(writer).ingestion().record(request);
  }

  /** A whole run that calls some tools, as one record. */
  WorldAction run(List<String> tools, OutcomeStatus outcome) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.EVENT, "ref", null, contents.speaker(), null);
    RecordDraft draft =
        RecordDraft.builder()
            .type(MemoryType.EPISODIC)
            .sensitivity(place.level())
            .scope(place.scope())
            .provenance(new Provenance(List.of(source), contents.word()))
            .payload(contents.run(tools, outcome))
            .build();
    RecordRequest request = record(draft, contents.speaker());
    return world -> world.membrane().as(writer).ingestion().record(request);
  }

  private RecordDraft draft(OracleHeader header, Payload payload) {
    ProvenanceSource source =
        new ProvenanceSource(ProvenanceKind.ARTIFACT, contents.word(), null, contents.word(), null);
    return RecordDraft.builder()
        .type(header.type())
        .sensitivity(place.level())
        .confidence(header.confidence())
        .salience(header.salience())
        .scope(place.scope())
        .tags(contents.tags())
        .lifecycle(header.lifecycle())
        .provenance(new Provenance(List.of(source), contents.word()))
        .payload(payload)
        .build();
  }

  private RecordRequest record(RecordDraft draft, String source) {
    RecordRequest.Builder request = RecordRequest.builder().record(draft).source(source);
    if (place.scope() == null && !writer.hasScopes()) {
      request.unscoped();
    }
    return once == null ? request.build() : request.idempotencyKey(once).build();
  }

  /** Sometimes told late. */
  private IngestOptions when(IngestOptions options) {
    return contents.isLate() ? options.timestamp(contents.earlier()) : options;
  }

  private IngestOptions options(@Nullable String episode) {
    IngestOptions options = IngestOptions.NONE.tags(contents.tags());
    Sensitivity level = place.level();
    options = level == null ? options : options.sensitivity(level);
    String scope = place.scope();
    if (scope != null) {
      options = options.scope(scope);
    } else if (!writer.hasScopes()) {
      options = options.unscoped();
    }
    options = episode == null ? options : options.episode(episode);
    return once == null ? options : options.idempotencyKey(once);
  }
}
