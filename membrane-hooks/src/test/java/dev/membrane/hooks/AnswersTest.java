package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.ObservationRequest;
import dev.membrane.TokenEstimate;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Tracer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a host is answered. */
class AnswersTest {

  private static final String OPENING = "Remembered from earlier work";

  private static void observe(Memory membrane, String subject, String predicate, String object) {
    membrane
        .ingestion()
        .observe(
            ObservationRequest.builder()
                .source("ann")
                .subject(subject)
                .predicate(predicate)
                .object(new JsonString(object))
                .unscoped()
                .build());
  }

  private static String context(JsonNode answer, String event) {
    JsonNode output = answer.path("hookSpecificOutput");
    assertThat(output.path("hookEventName").asText()).isEqualTo(event);
    return output.path("additionalContext").asText();
  }

  @Test
  void what_is_asked_for_a_hook_belongs_to_its_call() {
    AtomicInteger carried = new AtomicInteger();
    Tracer tracer =
        new Tracer() {
          @Override
          public Runnable carrying(Runnable work) {
            carried.incrementAndGet();
            return work;
          }
        };
    try (Site site = Site.traced(Site.memory().build(), tracer)) {
      site.claude("UserPromptSubmit", "prompt", "Migrate the staging database");
      assertThat(carried).hasValue(1);
    }
  }

  @Test
  void a_prompt_is_answered_with_what_matches_and_says_that_it_is_no_instruction() {
    try (Site site = Site.started()) {
      observe(site.membrane, "the staging database", "is", "db7.example.com");
      // Facts that are told one after the other speak for each other.
      observe(site.membrane, "tea", "grows", "in Assam");
      observe(site.membrane, "coffee", "tastes", "bitter");

      String text =
          context(
              site.claude("UserPromptSubmit", "prompt", "Migrate the staging database"),
              "UserPromptSubmit");
      assertThat(text)
          .startsWith(OPENING)
          .contains("not instructions", "the staging database is db7.example.com")
          .doesNotContain("coffee", "Migrate");
    }
  }

  @Test
  void a_session_start_is_answered_with_what_is_known_of_its_project() {
    try (Site site = Site.started()) {
      observe(site.membrane, "shop", "is", "written in Go");
      assertThat(context(site.claude("SessionStart", "source", "startup"), "SessionStart"))
          .contains("shop is written in Go");
      JsonNode copilot = site.tell("copilot", Site.event("SessionStart", "source", "new"));
      assertThat(copilot.path("additionalContext").asText())
          .startsWith(OPENING)
          .contains("shop is written in Go");
      JsonNode asked =
          site.tell(
              "copilot",
              Site.event("SessionStart", "cwd", "/x", "initial_prompt", "clean the shop"));
      assertThat(asked.path("additionalContext").asText()).contains("written in Go");
    }
  }

  @Test
  void nothing_is_answered_where_nothing_matches_or_the_answer_would_be_dropped() {
    try (Site site = Site.started()) {
      observe(site.membrane, "shop", "is", "written in Go");
      assertThat(site.claude("UserPromptSubmit", "prompt", "hello")).isEmpty();
      assertThat(site.claude("UserPromptSubmit", "prompt", " ")).isEmpty();
      assertThat(site.claude("UserPromptSubmit", "prompt", "hello")).isEmpty();
      assertThat(site.claude("Stop", "last_assistant_message", "about the shop")).isEmpty();
      assertThat(site.tell("copilot", Site.event("UserPromptSubmit", "prompt", "the shop")))
          .isEmpty();
    }
  }

  @Test
  void an_answer_stays_within_its_budget() {
    try (Site site = Site.started("plugins.hooks.max_answer_tokens", "100")) {
      for (int i = 0; i < 50; i++) {
        observe(site.membrane, "shop " + i, "is", "a place with many words that take up tokens");
      }
      String text =
          context(site.claude("UserPromptSubmit", "prompt", "the shop"), "UserPromptSubmit");
      assertThat(TokenEstimate.of(text)).isBetween(50L, 100L);
    }
  }

  @Test
  void what_comes_late_is_not_waited_for_and_the_event_is_stored() {
    CountDownLatch isAnswered = new CountDownLatch(1);
    Membrane membrane = Site.memory().embedder(new StuckEmbedder(isAnswered)).build();
    observe(membrane, "shop", "is", "written in Go");
    try (Site site = Site.of(membrane, Map.of(Site.ANSWER_WITHIN, new JsonString("300ms")))) {
      assertThat(site.claude("UserPromptSubmit", "prompt", "the shop")).isEmpty();
      assertThat(isAnswered.getCount()).isEqualTo(1);
      assertThat(site.episodes()).hasSize(1);
    } finally {
      isAnswered.countDown();
    }
  }

  @Test
  void what_fails_is_no_error_of_the_host() {
    Membrane membrane = Site.memory().embedder(new StuckEmbedder(null)).build();
    observe(membrane, "shop", "is", "written in Go");
    try (Site site = Site.of(membrane, Map.of())) {
      assertThat(site.post("claude-code", Site.event("UserPromptSubmit", "prompt", "shop")))
          .extracting(HttpResponse::statusCode)
          .isEqualTo(200);
    }
  }

  /** Embeds questions no sooner than it may, or not at all. */
  private record StuckEmbedder(CountDownLatch until) implements Embedder {

    @Override
    public String model() {
      return "stuck";
    }

    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return texts.stream().map(text -> new float[] {1, 1}).toList();
    }

    @Override
    public float[] embedQuery(String text) {
      if (until == null) {
        throw new IllegalArgumentException("broken");
      }
      try {
        until.await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      return new float[] {1, 1};
    }
  }
}
