package dev.membrane.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Memory;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose key is shown says what is seen and where it is stored. */
class CallersTest {

  private static JsonValue principal(String name, String permissions, String... scopes) {
    return JsonValue.of(
        Map.of(
            "name", name,
            "api_key_sha256", Sha256.of("the key of " + name),
            "max_sensitivity", "low",
            "scopes", List.of(scopes),
            "permissions", List.of(permissions.split(" "))));
  }

  private static Site site(Map<String, JsonValue> more) {
    Map<String, JsonValue> settings = new HashMap<>(more);
    settings.put(
        "principals",
        new JsonArray(
            List.of(
                principal("ann", "ingest retrieve", "a"),
                principal("bob", "ingest retrieve", "b"),
                principal("two", "ingest retrieve", "a", "b"),
                principal("writer", "ingest", "a"),
                principal("reader", "retrieve", "a"))));
    return Site.of(Site.memory().build(), settings);
  }

  private static HttpResponse<String> tell(Site site, String who, String event, String... more) {
    List<String> headers = new ArrayList<>(List.of(more));
    headers.add("authorization");
    headers.add("Bearer the key of " + who);
    return site.post("claude-code", event, headers.toArray(String[]::new));
  }

  private static String prompt(String text) {
    return Site.event("UserPromptSubmit", "prompt", text);
  }

  private static String call(String use) {
    return Site.event("PostToolUse", "tool_name", "Bash", "tool_use_id", use);
  }

  private static String failure(String use) {
    return Site.event(
        "PostToolUseFailure", "tool_name", "Bash", "tool_use_id", use, "error", "no such file");
  }

  @Test
  void two_keys_never_meet_even_with_one_session_and_equal_events() {
    try (Site site = site(Map.of())) {
      Memory ann = site.membrane.as(Caller.named("ann").in("a"));
      ann.ingestion().observe("ann", "shop", "is", "written in Go");
      for (String who : List.of("ann", "bob")) {
        tell(site, who, prompt("the work of " + who));
      }
      for (String who : List.of("bob", "ann")) {
        assertThat(tell(site, who, call("t1")).body()).isEqualTo("{}");
      }
      assertThat(tell(site, "bob", prompt("the shop")).body()).isEqualTo("{}");
      assertThat(tell(site, "ann", prompt("the shop")).body()).contains("written in Go");
      assertThat(tell(site, "ann", Site.event("Stop")).body()).isEqualTo("{}");

      List<MemoryRecord> episodes = site.episodes();
      assertThat(episodes.stream().map(MemoryRecord::scope)).containsExactly("a", "b", "b", "a");
      for (MemoryRecord episode : episodes.subList(0, 2)) {
        assertThat(Site.trace(episode).toolGraph()).hasSize(1);
        assertThat(Site.trace(episode).timeline()).hasSize(2);
        assertThat(Site.trace(episode).timeline().get(0).summary())
            .isEqualTo("the work of " + (episode.scope().equals("a") ? "ann" : "bob"));
      }
    }
  }

  @Test
  void a_caller_of_several_scopes_names_one_and_none_but_theirs() {
    try (Site site = site(Map.of())) {
      HttpResponse<String> unsaid = tell(site, "two", prompt("x"));
      assertThat(unsaid.statusCode()).isEqualTo(400);
      assertThat(unsaid.body())
          .contains("\"field\":\"scope\"", "the header membrane-scope names it");
      assertThat(tell(site, "two", prompt("x"), "membrane-scope", "b").statusCode()).isEqualTo(200);
      assertThat(tell(site, "ann", prompt("x"), "membrane-scope", "b").statusCode()).isEqualTo(400);
      HttpResponse<String> blank = tell(site, "two", prompt("x"), "membrane-scope", "");
      assertThat(blank.statusCode()).isEqualTo(400);
      assertThat(blank.body()).contains("membrane-scope must not be empty");
      assertThat(site.episodes().stream().map(MemoryRecord::scope)).containsExactly("b");
    }
  }

  @Test
  void bytes_beyond_ascii_are_utf_8_or_refused() throws IOException {
    try (Site site = Site.of(Site.memory().build(), Map.of())) {
      assertThat(rawScope(site, "é漢".getBytes(StandardCharsets.UTF_8))).contains(" 200 OK");
      assertThat(site.episodes().get(0).scope()).isEqualTo("é漢");
      for (String malformed : List.of("é", "=?base64?!?=", "=?base64?/w==?=")) {
        assertThat(rawScope(site, malformed.getBytes(StandardCharsets.ISO_8859_1)))
            .contains(" 400 ")
            .contains("membrane-scope must be UTF-8");
      }
      assertThat(site.episodes()).hasSize(1);
    }
  }

  private static String rawScope(Site site, byte[] scope) throws IOException {
    String event = prompt("x");
    String head =
        "POST /hooks/claude-code HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + event.length()
            + "\r\nMembrane-Scope: ";
    String[] at = site.address().split(":", 2);
    try (Socket socket = new Socket(at[0], Integer.parseInt(at[1]))) {
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(scope);
      out.write(("\r\n\r\n" + event).getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_scope_that_is_named_narrows_what_is_answered() {
    try (Site site = site(Map.of())) {
      site.membrane.as(Caller.named("x").in("a")).ingestion().observe("x", "shop", "is", "in Go");
      assertThat(tell(site, "two", prompt("shop"), "membrane-scope", "a").body()).contains("in Go");
      assertThat(tell(site, "two", prompt("shop"), "membrane-scope", "b").body()).isEqualTo("{}");
    }
  }

  @Test
  void without_a_key_or_a_right_nothing_is_stored() {
    try (Site site = site(Map.of())) {
      assertThat(site.post("claude-code", prompt("x")).statusCode()).isEqualTo(401);
      assertThat(tell(site, "nobody", prompt("x")).statusCode()).isEqualTo(401);
      assertThat(tell(site, "reader", prompt("x")).statusCode()).isEqualTo(403);
      assertThat(site.episodes()).isEmpty();
    }
  }

  @Test
  void who_may_only_write_is_answered_nothing_and_their_turns_end_as_well() {
    try (Site site = site(Map.of())) {
      site.membrane.as(Caller.named("x").in("a")).ingestion().observe("x", "shop", "is", "in Go");
      assertThat(tell(site, "writer", prompt("the shop")).body()).isEqualTo("{}");
      tell(site, "writer", call("t1"));
      tell(site, "writer", Site.event("Stop"));
      assertThat(Site.trace(site.episodes().get(0)).outcome()).isEqualTo(OutcomeStatus.SUCCESS);

      tell(site, "writer", prompt("another"));
      tell(site, "writer", call("t2"));
      tell(site, "writer", failure("t3"));
      tell(site, "writer", Site.event("Stop"));
      assertThat(site.episodes().stream().map(turn -> Site.trace(turn).outcome()))
          .containsExactlyInAnyOrder(OutcomeStatus.SUCCESS, OutcomeStatus.FAILURE);
    }
  }

  @Test
  void the_sensitivity_is_the_configured_one() {
    JsonString medium = new JsonString("medium");
    try (Site site = site(Map.of("plugins.hooks.sensitivity", medium))) {
      tell(site, "ann", prompt("x"));
      tell(site, "ann", call("t1"));
      assertThat(tell(site, "ann", Site.event("Stop")).body()).isEqualTo("{}");
      assertThat(site.episodes()).hasSize(1);
      assertThat(site.episodes().get(0).sensitivity()).isEqualTo(Sensitivity.MEDIUM);
      assertThat(Site.trace(site.episodes().get(0)).outcome())
          .as("of what ann does not see")
          .isNull();
    }
  }
}
