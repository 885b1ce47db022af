package dev.membrane.tck.engine;

import dev.membrane.engine.Caller;
import dev.membrane.ingest.EventRequest;
import dev.membrane.ingest.IngestOptions;
import dev.membrane.ingest.ObservationRequest;
import dev.membrane.ingest.RecordRequest;
import dev.membrane.ingest.ToolOutputRequest;
import dev.membrane.ingest.WorkingStateRequest;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Relation;
import dev.membrane.schema.TaskState;
import dev.membrane.spi.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways in for what a writer has to say. */
record Intakes(Caller writer, Place place, @Nullable String once, Contents contents) {

  Act event(@Nullable String episode) {
    EventRequest request =
        new EventRequest(
            contents.word(), contents.word(), "ref", contents.text(), options(episode));
    return world -> world.membrane().ingestion().event(request, writer);
  }

  Act toolOutput(@Nullable String episode) {
    ToolOutputRequest request =
        new ToolOutputRequest(
            contents.word(),
            contents.word(),
            contents.object(),
            JsonValue.of(contents.text()),
            List.of(),
            options(episode));
    return world -> world.membrane().ingestion().toolOutput(request, writer);
  }

  Act observation() {
    ObservationRequest request =
        new ObservationRequest(
            contents.word(),
            contents.word(),
            contents.word(),
            JsonValue.of(contents.text()),
            options(null));
    return world -> world.membrane().ingestion().observe(request, writer);
  }

  Act workingState(String thread, TaskState state) {
    WorkingStateRequest request =
        new WorkingStateRequest(
            contents.word(),
            thread,
            state,
            contents.several(3),
            contents.several(2),
            contents.text(),
            List.of(),
            options(null));
    return world -> world.membrane().ingestion().workingState(request, writer);
  }

  /** A full record that relates to whichever of some records the writer sees. */
  Act fullRecord(Header header, Payload payload, List<String> related) {
    RecordDraft draft = draft(header, payload);
    String source = contents.word();
    return world -> {
      List<Relation> relations =
          world.existing(related).stream()
              .map(Stored::record)
              .filter(writer.visibility()::sees)
              .map(record -> new Relation("about", record.id(), 0.5, null))
              .toList();
      RecordDraft whole = draft.toBuilder().relations(relations).build();
      RecordRequest request = new RecordRequest(whole, source, once);
      return world.membrane().ingestion().record(request, writer);
    };
  }

  /** A full record that relates to some records, be they there or not. */
  Act relatingRecord(Header header, Payload payload, List<String> related) {
    List<Relation> relations =
        related.stream().map(id -> new Relation("about", id, null, null)).toList();
    RecordDraft draft = draft(header, payload).toBuilder().relations(relations).build();
    RecordRequest request = new RecordRequest(draft, contents.word(), once);
    return world -> world.membrane().ingestion().record(request, writer);
  }

  private RecordDraft draft(Header header, Payload payload) {
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

  private IngestOptions options(@Nullable String episode) {
    return IngestOptions.NONE
        .in(place.scope())
        .classified(place.level())
        .tagged(contents.tags())
        .ofEpisode(episode)
        .once(once);
  }
}
