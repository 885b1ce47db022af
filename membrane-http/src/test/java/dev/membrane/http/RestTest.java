package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestTest {

  private static final String FACT =
      """
      {"source": "agent", "subject": "user", "predicate": "prefers", "object": {"language": "Go"}}""";

  private final Site site = Site.started();

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void what_is_remembered_is_read_as_plain_json() {
    JsonNode made = site.answer("/v1/ingest-observation", FACT);
    assertThat(made.at("/result").asText()).isEqualTo("created");
    assertThat(made.at("/record/payload/object/language").asText()).isEqualTo("Go");

    JsonNode found =
        site.answer(
            "/v1/retrieve",
            "{\"task_descriptor\": \"language\", \"trust\": {\"max_sensitivity\": \"hyper\"}}");
    assertThat(found.at("/records/0/payload")).isEqualTo(made.at("/record/payload"));
    assertThat(found.at("/scores/0").isNumber()).isTrue();
    assertThat(found.at("/truncated").asBoolean(true)).isFalse();
  }

  @Test
  void numbers_stay_as_they_were_written() {
    String result = "[9007199254740993, 18446744073709551616, 1.50, 1e-7, -0.0, 1E+2]";
    HttpResponse<String> response =
        site.post(
            "/v1/ingest-tool-output",
            "{\"source\": \"a\", \"tool_name\": \"t\", \"result\": " + result + "}");
    assertThat(response.body()).contains("\"result\":" + result.replace(" ", ""));
  }

  @Test
  void the_field_of_an_item_has_one_name_whatever_is_wrong_with_it() {
    String batch =
        """
        {"items": [{"event": {"source": "s", "event_kind": "k", "ref": "%s"}},
          {"event": {"source": "s", "event_kind": "k"}}], "all_or_nothing": %s}""";
    String tooLong = "x".repeat(100_001);
    JsonNode each = site.answer("/v1/ingest-batch", batch.formatted(tooLong, false));
    assertThat(each.at("/items/0/error/field").asText()).isEqualTo("ref");
    assertThat(each.at("/items/0/error/message").asText()).startsWith("ref exceeds maximum length");
    assertThat(each.at("/items/1/error/field").asText()).isEqualTo("ref");
    assertThat(site.post("/v1/ingest-batch", batch.formatted(tooLong, true)).body())
        .contains("\"field\":\"items[0].ref\"");
  }

  @Test
  void null_sets_no_kind_of_an_item_wherever_it_stands() {
    String event = "\"event\": {\"source\": \"s\", \"event_kind\": \"k\", \"ref\": \"r\"}";
    String batch = "{\"items\": [{%s}]}";
    for (String item : List.of(event + ", \"outcome\": null", "\"outcome\": null, " + event)) {
      JsonNode answer = site.answer("/v1/ingest-batch", batch.formatted(item));
      assertThat(answer.at("/items/0/answer/result").asText()).isEqualTo("created");
    }
    String two = batch.formatted(event + ", \"outcome\": {}");
    assertThat(site.post("/v1/ingest-batch", two).body())
        .contains("items[0].outcome is one too many: only one may be set");
  }

  @Test
  void an_episode_without_a_scope_is_named_by_a_parameter() {
    site.answer(
        "/v1/ingest-event",
        "{\"source\": \"s\", \"event_kind\": \"k\", \"ref\": \"r\", \"episode\": \"run\"}");
    String events = "/v1/episodes/events?episode=run&unscoped=true";
    assertThat(Site.answered(site.get(events)).path("events")).hasSize(1);
    HttpResponse<String> both = site.get(events + "&scope=project");
    assertThat(both.statusCode()).isEqualTo(400);
    assertThat(Site.parsed(both.body()).path("field").asText()).isEqualTo("unscoped");
  }

  @Test
  void free_json_may_be_anything() {
    for (String json : new String[] {"null", "true", "\"Gö \\ud83e\\udd8a\"", "[]", "{}", "0.10"}) {
      JsonNode made =
          site.answer(
              "/v1/ingest-observation",
              "{\"source\":\"a\",\"subject\":\"s\",\"predicate\":\"p\",\"object\": " + json + " }");
      assertThat(made.at("/record/payload/object")).isEqualTo(Site.parsed(json));
    }
  }

  @Test
  void a_record_is_read_audited_and_deleted_by_its_path() {
    JsonNode made = site.answer("/v1/ingest-observation", FACT).at("/record");
    String path = "/v1/records/" + made.at("/id").asText();

    assertThat(Site.answered(site.get(path)).at("/record/payload")).isEqualTo(made.at("/payload"));
    assertThat(Site.answered(site.send(site.request(path + "?reason=wrong").DELETE())).isEmpty())
        .isTrue();
    assertThat(site.get(path).statusCode()).isEqualTo(404);
    assertThat(Site.answered(site.get(path + "/audit")).at("/entries/1/rationale").asText())
        .isEqualTo("wrong");
  }

  @Test
  void what_there_is_is_listed_by_its_paths() {
    String first = site.answer("/v1/ingest-observation", FACT).at("/record/id").asText();
    String second =
        site.answer("/v1/ingest-observation", FACT.replace("Go", "C")).at("/record/id").asText();
    JsonNode unused =
        site.answer(
            "/v1/ingest-event",
            "{\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\", \"episode\": \"run\"}");

    JsonNode page = Site.answered(site.get("/v1/records?memory_types=semantic&page_size=1"));
    assertThat(page.at("/records/0/id").asText()).isEqualTo(first);
    String next = "&cursor=" + page.at("/next_cursor").asText();
    JsonNode rest = Site.answered(site.get("/v1/records?memory_types=semantic" + next));
    assertThat(rest.at("/records/0/id").asText()).isEqualTo(second);
    assertThat(rest.at("/records")).hasSize(1);

    assertThat(Site.answered(site.get("/v1/records/" + first + "/relations")).at("/relations"))
        .isEmpty();
    assertThat(Site.answered(site.get("/v1/scopes")).at("/scopes/0/records").asInt()).isEqualTo(3);
    assertThat(Site.answered(site.get("/v1/episodes")).at("/episodes/0/episode").asText())
        .isEqualTo("run");
    assertThat(site.get("/v1/skills?include_stopped=true").statusCode()).isEqualTo(200);
    assertThat(site.get("/v1/skills?name=No").statusCode()).isEqualTo(400);
    assertThat(Site.answered(site.get("/v1/jobs")).has("queues")).isTrue();
    assertThat(site.get("/v1/records?page_size=many").statusCode()).isEqualTo(400);
    assertThat(site.get("/v1/records?colour=red").statusCode()).isEqualTo(400);
    assertThat(site.get("/v1/jobs?page_size=1").statusCode()).isEqualTo(400);
  }

  @Test
  void two_versions_are_compared_by_their_numbers() {
    String id = site.answer("/v1/ingest-observation", FACT).at("/record/id").asText();
    for (int i = 0; i < 2; i++) {
      site.answer("/v1/reinforce", "{\"id\": \"" + id + "\", \"actor\": \"a\"}");
    }
    String path = "/v1/records/" + id + "/diff";

    JsonNode chosen = Site.answered(site.get(path + "?from=1&to=2"));
    assertThat(chosen.at("/from").asInt()).isEqualTo(1);
    assertThat(chosen.at("/to").asInt()).isEqualTo(2);
    assertThat(chosen.at("/changes/0/path").asText()).startsWith("/");
    assertThat(Site.answered(site.get(path)).at("/to").asInt()).isEqualTo(3);
    assertThat(site.get(path + "?from=1&to=9").statusCode()).isEqualTo(404);
    for (String wrong : new String[] {"?from=one", "?to=9223372036854775808", "?from=-1"}) {
      assertThat(site.get(path + wrong).statusCode()).isEqualTo(400);
    }
  }

  @Test
  void a_record_above_the_trust_of_the_parameters_is_unknown_or_redacted() {
    String body = FACT.replace("{\"source\"", "{\"sensitivity\": \"high\", \"source\"");
    String id = site.answer("/v1/ingest-observation", body).at("/record/id").asText();

    assertThat(site.get("/v1/records/" + id + "?max_sensitivity=low").statusCode()).isEqualTo(404);
    JsonNode header =
        Site.answered(site.get("/v1/records/" + id + "?max_sensitivity=medium")).at("/record");
    assertThat(header.has("payload")).isFalse();
    assertThat(Site.answered(site.get("/v1/records/" + id)).at("/record").has("payload")).isTrue();
  }

  @Test
  void a_wrong_parameter_is_named_as_it_was_written() {
    String id = site.answer("/v1/ingest-observation", FACT).at("/record/id").asText();
    String record = "/v1/records/" + id;
    assertWrong(site.get(record + "?max_sensitivity=secret"), "max_sensitivity must be one of: ");
    assertWrong(
        site.send(site.request(record + "?max_sensitivity=secret").DELETE()),
        "max_sensitivity must be one of: ");
    assertWrong(site.get("/v1/scopes?max_sensitivity="), "max_sensitivity must be one of: ");
    assertWrong(site.get("/v1/scopes?scopes=%00"), "scopes");
  }

  private static void assertWrong(HttpResponse<String> response, String message) {
    assertThat(response.statusCode()).isEqualTo(400);
    JsonNode problem = Site.parsed(response.body());
    assertThat(problem.at("/message").asText()).contains(message).doesNotContain("trust");
    assertThat(problem.at("/field").asText()).isEqualTo(message.split(" ", 2)[0]);
  }

  @Test
  void what_is_wrong_is_named() {
    assertProblem("{\"sauce\": \"a\"}", "sauce", "unknown member: sauce");
    assertProblem("{\"source\": 1}", "source", "source must be a string");
    assertProblem("{\"tags\": \"a\"}", "tags", "tags must be an array");
    assertProblem("{\"tags\": [\"a\", {}]}", "tags[1]", "tags[1] must be a string");
    assertProblem("{\"tags\": [null]}", "tags[0]", "tags[0] must not be null");
    assertProblem("{\"source\": \"\", \"source\": \"b\"}", "source", "source is given twice");
    assertProblem("{\"source\": \"a\", \"source\": \"b\"}", "source", "source is given twice");
    assertProblem(
        "{\"timestamp\": \"soon\"}",
        null,
        "invalid timestamp: \"soon\" in timestamp"
            + "; RFC 3339 in years 1 to 9999 is needed, such as 2026-01-02T03:04:05Z");
  }

  private void assertProblem(String body, String field, String message) {
    HttpResponse<String> response = site.post("/v1/ingest-event", body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    JsonNode problem = Site.parsed(response.body());
    assertThat(problem.at("/code").asText()).isEqualTo("INVALID_ARGUMENT");
    assertThat(problem.at("/status").asInt()).isEqualTo(400);
    if (field != null) {
      assertThat(problem.at("/field").asText()).isEqualTo(field);
    }
    if (message != null) {
      assertThat(problem.at("/message").asText()).isEqualTo(message);
    }
  }

  @Test
  void wrong_types_are_named_where_they_stand() {
    for (Map.Entry<String, String> one :
        Map.of(
                "{\"limit\": \"5\"}", "limit",
                "{\"limit\": 1.5}", "limit",
                "{\"limit\": 1e999999999}", "limit",
                "{\"limit\": 99999999999999999999}", "limit",
                "{\"explain\": 1}", "explain",
                "{\"min_salience\": \"1\"}", "min_salience",
                "{\"trust\": []}", "trust",
                "{\"trust\": {\"max\": 1}}", "trust.max",
                "{\"trust\": {\"scopes\": [1]}}", "trust.scopes[0]")
            .entrySet()) {
      HttpResponse<String> response = site.post("/v1/retrieve", one.getKey());
      assertThat(response.statusCode()).as(one.getKey()).isEqualTo(400);
      assertThat(Site.parsed(response.body()).at("/field").asText()).isEqualTo(one.getValue());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 200, ''",
    "2e0, 200, ''",
    "-1.0, 400, limit must be between 0 and 10000",
    "2147483648, 400, limit must be a whole number that is not too large",
    "0.5, 400, limit must be a whole number that is not too large"
  })
  void a_number_is_whole_by_its_value(String limit, int status, String message) {
    HttpResponse<String> answer =
        site.post(
            "/v1/retrieve",
            "{\"trust\": {\"max_sensitivity\": \"low\"}, \"limit\": %s}".formatted(limit));
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(Site.parsed(answer.body()).at("/message").asText()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 200, ''",
    "2e0, 200, ''",
    "-1.0, 400, page_size must be between 0 and 1000",
    "2147483648, 400, page_size must be a whole number that is not too large",
    "1e999999999, 400, page_size must be a whole number that is not too large",
    "0.5, 400, page_size must be a whole number that is not too large"
  })
  void a_parameter_is_a_number_as_in_json(String size, int status, String message) {
    HttpResponse<String> answer = site.get("/v1/records?page_size=" + size);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(Site.parsed(answer.body()).at("/message").asText()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "merge | {} | ids must not be empty",
        "merge | {\"ids\": []} | ids must not be empty",
        "merge | {\"ids\": [\"x\"]} | merged_record is required",
        "supersede | {\"old_id\": \"x\"} | new_record is required",
        "fork | {\"source_id\": \"x\"} | forked_record is required",
        "ingest-record | {\"source\": \"a\"} | record is required",
        "ingest-record | {\"record\": \"\"} | invalid record JSON: must be an object",
        "ingest-record | {\"record\": null} | invalid record JSON: must be an object"
      })
  void a_record_that_is_left_out_is_missed(String call, String body, String message) {
    HttpResponse<String> refused = site.post("/v1/" + call, body);
    assertThat(refused.statusCode()).isEqualTo(400);
    JsonNode problem = Site.parsed(refused.body());
    assertThat(problem.at("/message").asText()).isEqualTo(message);
    assertThat(message).contains(problem.at("/field").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ingest-observation | \"source\": \"a\", \"subject\": \"s\", \"predicate\": \"p\", \"tags\": [\"\"] | tags",
        "ingest-record | \"record\": {\"tags\": [\"\"]} | tags",
        "retrieve | \"trust\": {\"max_sensitivity\": \"low\"}, \"tags\": [\"\"] | tags",
        "retrieve | \"trust\": {\"max_sensitivity\": \"low\"}, \"tags\": [\"a\\u202eb\"] | tags",
        "retrieve | \"trust\": {\"max_sensitivity\": \"low\"}, \"thread_id\": \" \" | thread_id",
        "list-records | \"tags\": [\" \"] | tags",
        "list-records | \"thread_id\": \"a\\u202eb\" | thread_id",
        "list-records | \"created_from\": \"2026-02-01T00:00:00Z\", \"created_until\": \"2026-01-01T00:00:00Z\" | created_until",
        "list-records | \"updated_from\": \"2026-02-01T00:00:00Z\", \"updated_until\": \"2026-01-01T00:00:00Z\" | updated_until",
      })
  void what_no_record_can_have_is_a_mistake_and_no_empty_answer(
      String call, String members, String field) {
    HttpResponse<String> refused = site.post("/v1/" + call, "{" + members + "}");
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(Site.parsed(refused.body()).at("/field").asText()).isEqualTo(field);
  }

  @Test
  void what_no_record_has_yet_is_an_empty_answer() {
    assertThat(site.get("/v1/records?tags=unheard&thread_id=of").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFF{\"source\": \"a\", \"subject\": \"u\", \"predicate\": \"p\", \"object\": %s}",
        "{\"source\": \"\u00e4\ud83d\ude00\", \"subject\": \"\u00e4\", \"object\":%s,\"predicate\": \"p\"}",
      })
  void a_document_is_kept_as_it_is_written_whatever_stands_before_it(String body) {
    for (String object :
        List.of("{\"\u00e4\": [1.50, 1e2]}", "\"\ud83d\ude00\"", "-1.50", "true")) {
      HttpResponse<String> answer = site.post("/v1/ingest-observation", body.formatted(object));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body().replace(" ", "")).contains("\"object\":" + object.replace(" ", ""));
    }
  }

  @Test
  void what_is_no_json_is_refused() {
    for (String body : new String[] {"{", "[]", "1", "{} {}", "{\"source\"}", "\u0000", "nul"}) {
      HttpResponse<String> response = site.post("/v1/ingest-event", body);
      assertThat(response.statusCode()).as(body).isEqualTo(400);
      assertThat(Site.parsed(response.body()).at("/message").asText())
          .startsWith("the request cannot be decoded: ");
    }
    for (byte[] body :
        new byte[][] {
          {'{', '"', (byte) 0xff, '"', ':', '1', '}'},
          "{\"object\": \"\ufffd\"}".getBytes(java.nio.charset.StandardCharsets.UTF_16),
          {
            '{',
            '"',
            'o',
            'b',
            'j',
            'e',
            'c',
            't',
            '"',
            ':',
            '"',
            (byte) 0xc0,
            (byte) 0x80,
            '"',
            '}'
          }
        }) {
      HttpResponse<String> response =
          site.send(
              site.request("/v1/ingest-observation")
                  .header("content-type", "application/json")
                  .POST(BodyPublishers.ofByteArray(body)));
      assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    }
    assertThat(site.records()).isZero();
  }

  @Test
  void each_failure_has_its_status() {
    String id = site.answer("/v1/ingest-observation", FACT).at("/record/id").asText();
    String retract = "{\"id\": \"" + id + "\", \"rationale\": \"wrong\"}";
    site.answer("/v1/retract", retract);
    assertThat(site.post("/v1/retract", retract).statusCode()).isEqualTo(412);
    assertThat(site.get("/v1/records/nothing").statusCode()).isEqualTo(404);
    String event = "{\"source\":\"a\",\"event_kind\":\"k\",\"idempotency_key\":\"i\",\"ref\":";
    site.answer("/v1/ingest-event", event + "\"1\"}");
    assertThat(site.post("/v1/ingest-event", event + "\"2\"}").statusCode()).isEqualTo(409);
    assertThat(site.post("/v1/forget", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void other_methods_and_media_types_are_refused() {
    HttpResponse<String> get = site.get("/v1/retrieve");
    assertThat(get.statusCode()).isEqualTo(405);
    assertThat(get.headers().firstValue("allow")).hasValue("POST");
    HttpResponse<String> put =
        site.send(site.request("/v1/records/a").PUT(BodyPublishers.ofString("{}")));
    assertThat(put.statusCode()).isEqualTo(405);
    assertThat(put.headers().firstValue("allow")).hasValue("DELETE, GET, HEAD");
    HttpResponse<String> form =
        site.send(
            site.request("/v1/ingest-event")
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(FACT)));
    assertThat(form.statusCode()).isEqualTo(415);
    assertThat(site.records()).isZero();
  }

  @Test
  void a_request_has_an_id_and_its_end_is_told() {
    HttpResponse<String> own =
        site.send(site.json("/v1/ingest-observation", FACT).header("x-request-id", "mine-1"));
    assertThat(own.headers().firstValue("x-request-id")).hasValue("mine-1");
    HttpResponse<String> forged =
        site.send(site.json("/v1/retrieve", "{}").header("x-request-id", "a b"));
    assertThat(forged.headers().firstValue("x-request-id").orElseThrow()).matches("[0-9a-f]{16}");
    synchronized (site.told) {
      assertThat(site.told)
          .containsExactly("http/IngestObservation OK", "http/Retrieve INVALID_ARGUMENT");
    }
  }

  @Test
  void a_body_over_the_limit_is_refused() {
    String large = "{\"source\": \"" + "x".repeat(25_165_824) + "\"}";
    assertThat(site.post("/v1/ingest-event", large).statusCode()).isEqualTo(413);
    byte[] bytes = large.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    HttpResponse<String> chunked =
        site.send(
            site.request("/v1/ingest-event")
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes))));
    assertThat(chunked.statusCode()).isEqualTo(413);
    HttpResponse<String> streamed =
        site.send(
            site.request("/v1/ingest-stream")
                .header("content-type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(large + "\n")));
    assertThat(Site.parsed(streamed.body()).path("status").asInt()).isEqualTo(413);
    assertThat(site.records()).isZero();
  }

  @Test
  void a_text_of_any_length_is_refused_by_its_field() {
    String large = "{\"source\": \"" + "x".repeat(20_000_010) + "\"}";
    HttpResponse<String> refused = site.post("/v1/ingest-event", large);
    assertThat(Site.parsed(refused.body()).path("field").asText()).isEqualTo("source");
    assertThat(refused.body()).contains("source exceeds maximum length of 100000");
  }
}
