package dev.membrane.benchmarks.procedures;

import dev.membrane.RecordRequest;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Trigger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Procedures that nobody has run. */
final class HandWritten {

  private static final String AUTHOR = "author";

  private HandWritten() {}

  /** To be told where it is visible. */
  static RecordRequest.Builder procedure(String name, String words, List<String> tools) {
    return procedure(null, name, words, tools);
  }

  /** One of a scope. */
  static RecordRequest.Builder procedure(
      @Nullable String scope, String name, String words, List<String> tools) {
    CompetencePayload procedure =
        new CompetencePayload(
            name,
            List.of(new Trigger(words, null)),
            tools.stream().map(tool -> new RecipeStep("Call " + tool, tool, null, null)).toList(),
            List.of(),
            List.of(),
            List.of(),
            null,
            null,
            null);
    Provenance provenance =
        new Provenance(
            List.of(new ProvenanceSource(ProvenanceKind.OBSERVATION, name, null, AUTHOR, null)),
            AUTHOR);
    RecordDraft draft =
        RecordDraft.builder()
            .type(procedure.kind())
            .sensitivity(Sensitivity.LOW)
            .scope(scope)
            .provenance(provenance)
            .payload(procedure)
            .build();
    return RecordRequest.builder().record(draft).source(AUTHOR);
  }
}
