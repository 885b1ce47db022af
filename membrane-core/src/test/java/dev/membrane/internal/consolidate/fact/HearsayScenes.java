package dev.membrane.internal.consolidate.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.store.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** Episodes of a model that believes all that anybody said in them. */
abstract class HearsayScenes {

  /** What the model answers, said to be of the episode that is asked about. */
  final List<Triple> believed = new ArrayList<>();

  final Membrane membrane =
      Membrane.builder()
          .backgroundJobs(false)
          .store(new InMemoryStore())
          .clock(InstantSource.fixed(EngineFixture.NOON))
          .stages(
              List.of(
                  new SemanticStage(),
                  new ExtractionStage(
                      episodes ->
                          episodes.stream()
                              .flatMap(it -> believed.stream().map(fact -> fact.of(it.record())))
                              .toList(),
                      Sensitivity.LOW)))
          .build();

  int runs;

  record Triple(String subject, String predicate, JsonValue object) {

    CandidateFact of(MemoryRecord episode) {
      return new CandidateFact(episode.id(), subject, predicate, object, 0.8);
    }
  }

  @AfterEach
  void close() {
    membrane.close();
  }

  static Triple fact(String subject, String predicate, String object) {
    return new Triple(subject, predicate, new JsonString(object));
  }

  static void assertHearsay(MemoryRecord record) {
    assertThat(record.tags()).containsExactly("hearsay");
    assertThat(record.confidence()).isLessThanOrEqualTo(0.5);
    assertThat(((SemanticPayload) record.payload()).evidence())
        .isNotEmpty()
        .allMatch(it -> it.sourceType() == EvidenceType.TOOL);
  }

  static void assertSaid(MemoryRecord record) {
    assertThat(record.tags()).isEmpty();
    assertThat(record.confidence()).isEqualTo(0.8);
    assertThat(((SemanticPayload) record.payload()).evidence())
        .isNotEmpty()
        .allMatch(it -> it.sourceType() == EvidenceType.EVENT);
  }

  static String text(Triple fact) {
    if (fact.object() instanceof JsonString string) {
      return string.value();
    }
    return fact.object() instanceof JsonNumber number ? number.text() : "false";
  }

  /** What happens in an episode. */
  interface Part {
    String addTo(IngestOptions episode);
  }

  Part user(String words) {
    return event("coding-agent", "user_input", words);
  }

  Part event(String source, String kind, String words) {
    return episode ->
        membrane
            .ingestion()
            .event(
                EventRequest.builder()
                    .source(source)
                    .eventKind(kind)
                    .ref(kind + runs + source)
                    .summary(words)
                    .options(episode)
                    .build())
            .id();
  }

  /** A call, and what the user says of it. */
  Part about(Part call, String words) {
    return episode -> {
      MemoryRecord called = membrane.retrieval().byId(call.addTo(episode)).full().orElseThrow();
      String node = ((EpisodicPayload) called.payload()).toolGraph().get(0).id();
      return membrane
          .ingestion()
          .event(
              EventRequest.builder()
                  .source("coding-agent")
                  .eventKind("user_input")
                  .ref(node)
                  .summary(words)
                  .options(episode)
                  .build())
          .id();
    };
  }

  Part tool(String result) {
    return episode ->
        membrane
            .ingestion()
            .toolOutput(
                ToolOutputRequest.builder()
                    .source("coding-agent")
                    .toolName("fetch")
                    .result(new JsonString(result))
                    .options(episode)
                    .build())
            .id();
  }

  void ended(Part... parts) {
    IngestOptions episode = IngestOptions.NONE.unscoped().episode("run " + runs++);
    String id = "";
    for (Part part : parts) {
      id = part.addTo(episode);
    }
    membrane.ingestion().outcome(OutcomeRequest.of("coding-agent", id, OutcomeStatus.SUCCESS));
  }

  MemoryRecord one(String author) {
    List<MemoryRecord> records = learned(author);
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  List<MemoryRecord> learned(String author) {
    return membrane
        .retrieval()
        .retrieve(
            RetrieveRequest.builder()
                .trust(TrustContext.upTo(Sensitivity.HYPER))
                .memoryTypes(Set.of(MemoryType.SEMANTIC))
                .build())
        .records()
        .stream()
        .filter(record -> record.provenance().createdBy().equals(author))
        .toList();
  }
}
