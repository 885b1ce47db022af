package dev.membrane.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How a provider is asked, and how long. */
@Execution(ExecutionMode.CONCURRENT)
final class OpenAiExtractorTest {

  private static final Episode PLAIN = Told.episode(1, "Ann prefers tea");

  private final ScriptedServer server = new ScriptedServer(SimpleModel::answer);
  private final Rig rig = new Rig(server);

  @AfterEach
  void close() {
    server.close();
  }

  private List<CandidateFact> extract(Episode... episodes) {
    return rig.extractor().extract(List.of(episodes));
  }

  private ModelException failure() {
    return catchThrowableOfType(ModelException.class, () -> extract(PLAIN));
  }

  private static MockResponse retryAfter(int code, String value) {
    return ScriptedServer.answering(code).addHeader("Retry-After", value).body("{}").build();
  }

  @Test
  void the_key_is_in_one_header_and_nowhere_else_and_no_sampling_is_asked_for() {
    assertThat(extract(PLAIN)).hasSize(1);
    RecordedRequest request = server.requests.get(0);
    assertThat(request.getTarget()).isEqualTo("/v1/chat/completions");
    assertThat(request.getHeaders().values("Authorization"))
        .containsExactly("Bearer " + ScriptedServer.KEY);
    String rest =
        request.getHeaders().newBuilder().removeAll("Authorization").build()
            + request.getTarget()
            + ScriptedServer.text(request);
    assertThat(rest).doesNotContain(ScriptedServer.KEY);
    JsonObject body = (JsonObject) ScriptedServer.CODEC.parse("body", ScriptedServer.text(request));
    assertThat(body.members()).containsOnlyKeys("model", "messages");
  }

  @Test
  void a_temperature_is_sent_if_there_is_one() {
    rig.with("llm_temperature", "0.2");
    extract(PLAIN);
    assertThat(server.bodies().get(0)).contains("\"temperature\":0.2");
  }

  @Test
  void after_429_and_500_it_waits_longer_each_time() {
    server.first(
        ScriptedServer.status(429), ScriptedServer.status(500), ScriptedServer.status(503));
    assertThat(extract(PLAIN)).hasSize(1);
    assertThat(rig.time.seconds()).containsExactly(0.75, 1.5, 3.0);
    assertThat(rig.observer.requests)
        .containsExactly(
            "extraction UNAVAILABLE",
            "extraction UNAVAILABLE",
            "extraction UNAVAILABLE",
            "extraction OK");
    assertThat(rig.observer.read).hasValue(100);
    assertThat(rig.observer.written).hasValue(7);
  }

  @Test
  void it_waits_as_long_as_it_is_asked_to() {
    server.first(retryAfter(429, "11"), retryAfter(503, "Sun, 1 Mar 2026 12:00:41 GMT"));
    assertThat(extract(PLAIN)).hasSize(1);
    assertThat(rig.time.seconds()).containsExactly(11.0, 30.0);
  }

  @Test
  void who_asks_for_too_long_is_left_for_later() {
    server.first(retryAfter(429, "3600"));
    ModelException failure = failure();
    assertThat(failure.isRefusal()).isTrue();
    assertThat(failure).hasMessageEndingWith(" answers with status 429, for another 3600 s");
    assertThat(rig.time.seconds()).isEmpty();
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void who_asks_for_too_long_by_another_status_may_mean_this_request() {
    server.first(retryAfter(503, "3600"));
    assertThat(failure().isTemporary()).isTrue();
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void it_gives_up_after_four_attempts() {
    server.first(
        IntStream.range(0, 9)
            .mapToObj(i -> ScriptedServer.status(502))
            .toArray(MockResponse[]::new));
    assertThat(failure().isTemporary()).isTrue();
    assertThat(server.requests).hasSize(4);
  }

  @Test
  void an_endpoint_that_closes_its_connections_gets_all_four_attempts() {
    server.first(
        IntStream.of(429, 503, 500)
            .mapToObj(code -> ScriptedServer.hangingUp(ScriptedServer.status(code)))
            .toArray(MockResponse[]::new));
    assertThat(extract(PLAIN)).hasSize(1);
    assertThat(server.requests).hasSize(4);
    assertThat(rig.time.seconds()).containsExactly(0.75, 1.5, 3.0);
  }

  @Test
  void silence_and_a_broken_answer_are_tried_again() {
    rig.with("llm_timeout", "8s");
    server.first(ScriptedServer.silent(), ScriptedServer.brokenOff());
    assertThat(extract(PLAIN)).hasSize(1);
    assertThat(rig.observer.requests)
        .containsExactly("extraction UNAVAILABLE", "extraction UNAVAILABLE", "extraction OK");
  }

  @Test
  void an_answer_that_breaks_off_is_told_as_such() {
    server.first(
        IntStream.range(0, 4)
            .mapToObj(i -> ScriptedServer.brokenOff())
            .toArray(MockResponse[]::new));
    assertThat(failure()).hasMessageEndingWith("breaks its answer off");
  }

  @Test
  void what_is_not_in_utf_8_is_not_learned_from() {
    Buffer latin =
        new Buffer()
            .writeString(
                ScriptedServer.CODEC.write(
                    JsonValue.of(ScriptedServer.completion("[{\"subject\":\"Citroën\"}]"))),
                StandardCharsets.ISO_8859_1);
    server.first(
        IntStream.range(0, 4)
            .mapToObj(i -> ScriptedServer.answering(200).body(latin).build())
            .toArray(MockResponse[]::new));
    ModelException failure = failure();
    assertThat(failure).hasMessageEndingWith("answers with something that is not UTF-8");
    assertThat(failure.isTemporary()).isTrue();
  }

  @Test
  void garbage_is_read_no_further_than_it_has_to_be_and_asked_about_once_more() {
    MockResponse garbage =
        ScriptedServer.answering(200).body(new Buffer().write(new byte[2 << 20])).build();
    server.first(garbage);
    assertThat(extract(PLAIN)).hasSize(1);
    server.first(garbage, garbage);
    ModelException failure = failure();
    assertThat(failure.isPermanent()).isTrue();
    assertThat(failure).hasMessageContaining("more than 524288 bytes");
    assertThat(server.requests).hasSize(4);
  }

  @Test
  void the_page_of_a_gateway_is_no_answer_of_the_model_and_leaves_the_episode_for_later() {
    for (String page :
        new String[] {"<html>out of service</html>", "{\"detail\":\"maintenance\"}"}) {
      server.first(
          IntStream.range(0, 4)
              .mapToObj(i -> ScriptedServer.answering(200).body(page).build())
              .toArray(MockResponse[]::new));
      assertThat(failure().isTemporary()).as(page).isTrue();
    }
    assertThat(server.requests).hasSize(8);
    assertThat(extract(PLAIN)).hasSize(1);
  }

  @Test
  void a_model_that_says_nothing_has_answered() {
    for (String choices :
        new String[] {"[]", "[{\"message\":{\"content\":null,\"refusal\":\"I will not\"}}]"}) {
      MockResponse refusal =
          ScriptedServer.answering(200).body("{\"choices\":" + choices + "}").build();
      server.first(refusal, refusal);
      assertThat(failure().isPermanent()).as(choices).isTrue();
    }
    assertThat(server.requests).hasSize(4);
  }

  @Test
  void what_is_no_answer_twice_is_none() {
    server.first(ScriptedServer.saying("no"), ScriptedServer.saying("[{\"subject\":"));
    assertThat(failure().isPermanent()).isTrue();
    assertThat(rig.observer.requests).containsExactly("extraction ERROR", "extraction ERROR");
  }

  @Test
  void a_refusal_is_asked_once_and_is_nobodys_fault_but_the_operators() {
    for (int status : new int[] {401, 402, 403, 404, 307}) {
      server.first(
          ScriptedServer.answering(status)
              .addHeader("Location", server.url() + "/elsewhere")
              .body("{}")
              .build());
      assertThat(failure().isRefusal()).as("%s", status).isTrue();
    }
    for (String code : new String[] {"insufficient_quota", "model_not_found"}) {
      int status = code.endsWith("quota") ? 429 : 400;
      server.first(
          ScriptedServer.answering(status)
              .body("{\"error\":{\"code\":\"" + code + "\",\"message\":\"Ann prefers tea\"}}")
              .build());
      ModelException failure = failure();
      assertThat(failure.isRefusal()).as(code).isTrue();
      assertThat(failure).hasMessageContaining(code);
    }
    assertThat(server.requests).hasSize(7);
  }

  @Test
  void a_text_that_is_refused_is_the_texts_fault() {
    server.first(ScriptedServer.status(400));
    assertThat(failure().isPermanent()).isTrue();
    assertThat(server.requests).hasSize(1);
  }

  @Test
  void no_failure_tells_what_was_asked_answered_or_shown_as_a_key() {
    String echo = "Ann prefers tea " + ScriptedServer.KEY;
    for (int status : new int[] {400, 401, 500, 200}) {
      server.first(
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      ScriptedServer.answering(status).body("{\"error\":\"" + echo + "\"}").build())
              .toArray(MockResponse[]::new));
      StringWriter trace = new StringWriter();
      failure().printStackTrace(new PrintWriter(trace));
      assertThat(trace.toString()).doesNotContain("prefers").doesNotContain(ScriptedServer.KEY);
      server.first(ScriptedServer.status(401));
      while (!failure().isRefusal()) {
        server.first(ScriptedServer.status(401));
      }
    }
  }

  @Test
  void no_more_requests_are_begun_in_a_minute_than_allowed() {
    rig.with("llm_requests_per_minute", "30");
    OpenAiExtractor extractor = rig.extractor();
    for (int i = 0; i < 4; i++) {
      extractor.extract(List.of(PLAIN));
    }
    assertThat(rig.time.seconds().stream().mapToDouble(it -> it).sum()).isBetween(5.9, 6.1);
  }

  @Test
  void episodes_go_together_as_long_as_there_is_room() {
    String long_ = "Ben prefers rum. " + "x".repeat(1_990);
    Episode[] episodes =
        IntStream.range(0, 30).mapToObj(i -> Told.episode(i, long_)).toArray(Episode[]::new);
    assertThat(extract(episodes)).hasSize(30);
    assertThat(server.requests).hasSize(2);
    assertThat(server.bodies()).allMatch(body -> body.length() < 50_000);
  }

  @Test
  void what_would_be_sent_is_what_is_sent() {
    Episode[] episodes = {PLAIN, Told.episode(2, " "), Told.episode(3, "Ben prefers rum")};
    List<String> preview = rig.extractor().preview(List.of(episodes));
    assertThat(server.requests).isEmpty();
    extract(episodes);
    assertThat(server.bodies()).isEqualTo(preview).hasSize(1);
    assertThat(extract(Told.episode(4, " "))).isEmpty();
    assertThat(server.requests).hasSize(1);
  }
}
