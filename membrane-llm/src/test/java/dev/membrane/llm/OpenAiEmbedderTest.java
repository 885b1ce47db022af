package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.ModelException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OpenAiEmbedderTest {

  private final ScriptedServer server = new ScriptedServer(WordVectors::answer);
  private final Rig rig = new Rig(server);

  @AfterEach
  void close() {
    server.close();
  }

  private ModelException failure(OpenAiEmbedder embedder) {
    return catchThrowableOfType(ModelException.class, () -> embedder.embed(List.of("a")));
  }

  @Test
  void texts_go_in_batches_with_the_key_in_the_header_and_the_dimensions() {
    List<String> texts = IntStream.range(0, 70).mapToObj(i -> "text " + i).toList();
    assertThat(rig.embedder().embed(texts)).hasSize(70);
    assertThat(server.bodies())
        .extracting(body -> WordVectors.inputs(body).size())
        .containsExactly(32, 32, 6);
    assertThat(server.requests)
        .allSatisfy(
            request -> {
              assertThat(request.getTarget()).isEqualTo("/v1/embeddings");
              assertThat(request.getHeaders().get("Authorization"))
                  .isEqualTo("Bearer " + ScriptedServer.KEY);
              assertThat(ScriptedServer.text(request))
                  .contains("\"dimensions\":16")
                  .doesNotContain(ScriptedServer.KEY);
            });
    assertThat(rig.observer.requests).hasSize(3).containsOnly("embedding OK");
  }

  @Test
  void a_model_that_wants_to_hear_of_no_dimensions_does_not() {
    server.first(ScriptedServer.status(400));
    OpenAiEmbedder embedder = rig.embedder();
    assertThat(embedder.embed(List.of("a"))).hasSize(1);
    embedder.embed(List.of("b"));
    assertThat(server.bodies())
        .extracting(body -> body.contains("dimensions"))
        .containsExactly(true, false, false);
  }

  @Test
  void vectors_of_another_length_are_a_wrong_setting() {
    ScriptedServer other =
        new ScriptedServer(body -> WordVectors.answer(WordVectors.inputs(body), 8));
    try (other) {
      ModelException failure = failure(new Rig(other).embedder());
      assertThat(failure.isRefusal()).isTrue();
      assertThat(failure).hasMessageContaining("8 numbers; embedding_dimensions says 16");
    }
  }

  @Test
  void vectors_that_are_none_are_no_answer() {
    List<Object> zeros = java.util.Collections.nCopies(16, 0);
    MockResponse zero =
        ScriptedServer.json(Map.of("data", List.of(Map.of("index", 0, "embedding", zeros))));
    MockResponse none = ScriptedServer.json(Map.of("data", List.of()));
    server.first(zero, none, zero, none);
    assertThat(failure(rig.embedder()).isPermanent()).isTrue();
  }

  @Test
  void the_page_of_a_gateway_leaves_the_texts_for_later() {
    MockResponse page = ScriptedServer.json(Map.of("detail", "maintenance"));
    server.first(page, page, page, page);
    assertThat(failure(rig.embedder()).isTemporary()).isTrue();
  }

  @Test
  void a_question_is_asked_once_and_then_left_alone_for_a_while() {
    server.first(ScriptedServer.status(503));
    OpenAiEmbedder embedder = rig.embedder();
    assertThat(catchThrowableOfType(ModelException.class, () -> embedder.embedQuery("a")))
        .isNotNull();
    assertThat(catchThrowableOfType(ModelException.class, () -> embedder.embedQuery("a")))
        .isNotNull();
    assertThat(server.requests).hasSize(1);
    rig.time.pass(java.time.Duration.ofSeconds(OpenAiEmbedder.REST_SECONDS));
    assertThat(embedder.embedQuery("a")).hasSize(16);
  }

  @Test
  void an_endpoint_that_closes_its_connections_answers_every_question() {
    MockResponse last = ScriptedServer.hangingUp(WordVectors.answer(List.of("a"), 16));
    server.first(last, last, last);
    OpenAiEmbedder embedder = rig.embedder();
    for (int i = 0; i < 4; i++) {
      assertThat(embedder.embedQuery("a")).hasSize(16);
    }
    assertThat(rig.observer.requests).hasSize(4).containsOnly("embedding OK");
  }

  @Test
  void texts_are_asked_about_again_while_they_may_succeed() {
    server.first(ScriptedServer.status(429), ScriptedServer.status(500));
    assertThat(rig.embedder().embed(List.of("a"))).hasSize(1);
    assertThat(rig.time.seconds()).containsExactly(0.75, 1.5);
  }

  @Test
  void it_is_given_what_the_operator_allows() {
    assertThat(rig.embedder().maxSensitivity()).isEqualTo(Sensitivity.LOW);
    assertThat(rig.with("embedding_max_sensitivity", "high").embedder().maxSensitivity())
        .isEqualTo(Sensitivity.HIGH);
    assertThat(rig.embedder().model()).isEqualTo("openai:small:16");
  }
}
