package dev.membrane.server.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.IngestOptions;
import dev.membrane.Membrane;
import dev.membrane.ObservationRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Config;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages tell of each key of the builder, and of each member of answers that are free-form JSON. */
class DocumentedMembersTest {

  private static final Path DOCS = Path.of(System.getProperty("membrane.root"), "docs");
  private static final Pattern NAME = Pattern.compile("`([a-z_.]+)`");

  private static Stream<String> table(String page, String heading) throws IOException {
    return Files.readString(DOCS.resolve(page))
        .lines()
        .dropWhile(line -> !line.startsWith(heading))
        .dropWhile(line -> !line.startsWith("|"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"));
  }

  private static Set<String> names(Stream<String> texts) {
    Set<String> names = new TreeSet<>();
    texts
        .flatMap(text -> NAME.matcher(text).results())
        .map(found -> found.group(1))
        .forEach(name -> names.add(name.substring(name.indexOf('.') + 1)));
    return names;
  }

  private static Stream<String> firstCells(Stream<String> lines) {
    return lines.map(line -> line.split("\\|", -1)[1]);
  }

  @Test
  void each_key_of_the_builder_is_told() throws IOException {
    Config config = new Config(Map.of());
    Membrane.builder().config(config);
    Set<String> keys = new TreeSet<>(config.known());
    keys.add("llm_max_sensitivity");

    assertThat(names(firstCells(table("java.md", "`config` of the builder")))).isEqualTo(keys);
  }

  @Test
  void each_figure_of_the_metrics_is_told() throws IOException {
    try (Membrane membrane = Membrane.builder().store(new InMemoryStore()).build()) {
      assertThat(names(firstCells(table("grpc.md", "### Metrics"))))
          .isEqualTo(membrane.metrics().toJson().members().keySet());
    }
  }

  @Test
  void each_member_of_an_explanation_is_told() throws IOException {
    try (Membrane membrane = Membrane.builder().store(new InMemoryStore()).build()) {
      ObservationRequest fact =
          ObservationRequest.builder()
              .source("test")
              .subject("Ann")
              .predicate("drives")
              .object(new JsonString("a Volvo"))
              .options(IngestOptions.NONE.scope("home"))
              .build();
      membrane.ingestion().observe(fact);
      RetrieveRequest question =
          RetrieveRequest.builder()
              .taskDescriptor("what does Ann drive?")
              .trust(TrustContext.upTo(Sensitivity.HYPER))
              .explain(true)
              .build();
      Set<String> members = new TreeSet<>();
      membrane
          .retrieval()
          .retrieve(question)
          .entries()
          .forEach(one -> add(one.explanation(), members));

      assertThat(members).contains("idf", "normalised", "neighbours");
      assertThat(names(table("grpc.md", "### Explanations"))).containsAll(members);
    }
  }

  private static void add(JsonValue json, Set<String> names) {
    if (json instanceof JsonObject object) {
      names.addAll(object.members().keySet());
      object.members().values().forEach(member -> add(member, names));
    } else if (json instanceof JsonArray array) {
      array.items().forEach(item -> add(item, names));
    }
  }
}
