package dev.membrane.examples.tier4;

import dev.membrane.Membrane;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.embedder.onnx.OnnxEmbedder;
import dev.membrane.llm.OpenAiExtractorProvider;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Config;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.PluginContext;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.postgres.PostgresConfig;
import dev.membrane.store.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything at once: PostgreSQL, search by meaning, and facts by a language model. */
public final class Tier4 {

  private Tier4() {}

  /** Plays a session and prints what is known of a question. Takes no arguments. */
  public static void main(String... arguments) throws IOException {
    try (EmbeddedPostgres postgres =
            EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(5)).start();
        MemoryStore store = PostgresStore.open(PostgresConfig.of(dsn(postgres)));
        ScriptedModel model = new ScriptedModel();
        Embedder embedder = new OnnxEmbedder();
        Membrane membrane =
            Membrane.builder()
                .store(store)
                .embedder(embedder)
                .extractor(extractor(model))
                .build()) {
      Session.play(membrane);
      membrane.maintenance().embed();
      membrane
          .retrieval()
          .retrieve(
              RetrieveRequest.builder()
                  .trust(TrustContext.upTo(Sensitivity.LOW, "project"))
                  .memoryTypes(Set.of(MemoryType.SEMANTIC))
                  .taskDescriptor("how does Ann like her code indented?")
                  .build())
          .records()
          .forEach(record -> System.out.println(inWords(record)));
    }
  }

  private static String inWords(MemoryRecord record) {
    SemanticPayload fact = (SemanticPayload) record.payload();
    String relations =
        record.relations().stream()
            .map(relation -> ", " + relation.predicate() + " " + relation.targetId())
            .collect(Collectors.joining());
    return record.id()
        + ": "
        + fact.subject()
        + " "
        + fact.predicate()
        + " "
        + new RecordCodec().write(fact.object())
        + relations;
  }

  static String dsn(EmbeddedPostgres postgres) {
    return "postgres://postgres@localhost:" + postgres.getPort() + "/postgres";
  }

  /** In a server, these two keys do it. */
  static Extractor extractor(ScriptedModel model) {
    Map<String, JsonValue> keys =
        Map.of(
            "llm_endpoint", new JsonString(model.endpoint()),
            "llm_model", new JsonString("scripted"));
    return new OpenAiExtractorProvider().create(new PluginContext(new Config(keys)));
  }
}
