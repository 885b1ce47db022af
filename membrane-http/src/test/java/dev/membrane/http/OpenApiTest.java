package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.ReadableJson;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenApiTest {

  /** Erase wants one of three members, and IngestStream has lines. */
  private static final Set<String> CALLS_OF_THEIR_OWN = Set.of("Erase", "IngestStream");

  /** What is left out here is the id of no record. */
  private static final JsonNode TEXT = TextNode.valueOf("01890a5d-ac96-774b-bcce-b302099a8057");

  private static final JsonNode RECORD =
      Site.parsed(
          """
          {"type": "semantic", "sensitivity": "low",
           "payload": {"kind": "semantic", "subject": "a", "predicate": "b", "object": "c",
                       "validity": {"mode": "global"},
                       "evidence": [{"source_type": "observation", "source_id": "r",
                                     "timestamp": "2026-01-01T00:00:00Z"}]},
           "provenance": {"sources": [
               {"kind": "event", "ref": "r", "timestamp": "2026-01-01T00:00:00Z"}]}}""");

  private static final Map<String, JsonNode> EXAMPLES =
      Map.of(
          "trust",
          Site.parsed("{\"max_sensitivity\": \"low\"}"),
          "state",
          TextNode.valueOf("done"),
          "outcome_status",
          TextNode.valueOf("success"),
          "record",
          RECORD,
          "new_record",
          RECORD,
          "forked_record",
          RECORD,
          "merged_record",
          RECORD,
          "ids",
          Site.JSON.createArrayNode().add(TEXT));

  private static JsonNode description() {
    try (Site site = Site.started()) {
      return Site.answered(site.get("/openapi.json"));
    }
  }

  @Test
  void every_call_is_described_in_the_words_of_the_protocol() {
    JsonNode document = description();
    assertThat(document.at("/openapi").asText()).isEqualTo("3.1.0");
    for (String call : new MembraneCalls().names()) {
      JsonNode operation = document.at("/paths").path(ReadableJson.path(call)).path("post");
      assertThat(operation.path("operationId").asText()).isEqualTo(call);
      assertThat(operation.path("description").asText()).as(call).isNotEmpty();
    }
    JsonNode event = document.at("/components/schemas/IngestEventRequest/properties");
    assertThat(event.at("/source/type").asText()).isEqualTo("string");
    assertThat(event.at("/source/description").asText()).contains("required");
    assertThat(event.at("/tags/items/type").asText()).isEqualTo("string");
    JsonNode object = document.at("/components/schemas/IngestObservationRequest/properties/object");
    assertThat(object.has("type")).isFalse();
  }

  @Test
  void every_reference_leads_to_a_schema_and_no_operation_has_the_name_of_another() {
    JsonNode document = description();
    for (JsonNode reference : document.findValues("$ref")) {
      assertThat(document.at(reference.asText().substring(1)).isObject()).isTrue();
    }
    List<String> names = new ArrayList<>();
    document.at("/paths").findValues("operationId").forEach(name -> names.add(name.asText()));
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(20);
  }

  @Test
  void what_is_not_described_is_not_there() {
    JsonNode paths = description().at("/paths");
    try (Site site = Site.started()) {
      paths
          .fieldNames()
          .forEachRemaining(
              path ->
                  assertThat(
                          site.send(
                                  site.request(path.replace("{id}", "x"))
                                      .PUT(java.net.http.HttpRequest.BodyPublishers.noBody()))
                              .statusCode())
                      .isEqualTo(405));
    }
  }

  @Test
  void a_request_with_the_required_members_lacks_nothing_and_without_one_of_them_is_refused() {
    try (Site site = Site.started()) {
      JsonNode document = Site.answered(site.get("/openapi.json"));
      for (String call : new MembraneCalls().names()) {
        JsonNode schema = document.at("/components/schemas/" + call + "Request");
        if (CALLS_OF_THEIR_OWN.contains(call)) {
          continue;
        }
        ObjectNode whole = Site.JSON.createObjectNode();
        for (JsonNode member : schema.path("required")) {
          whole.set(member.asText(), EXAMPLES.getOrDefault(member.asText(), TEXT));
        }
        String path = ReadableJson.path(call);
        HttpResponse<String> taken = site.post(path, whole.toString());
        assertThat(taken.statusCode()).as(call + taken.body()).isIn(200, 404);
        for (JsonNode member : schema.path("required")) {
          ObjectNode lacking = whole.deepCopy();
          lacking.remove(member.asText());
          HttpResponse<String> refused = site.post(path, lacking.toString());
          assertThat(refused.statusCode())
              .as("%s without %s", call, member.asText())
              .isEqualTo(400);
        }
      }
      JsonNode item = document.at("/components/schemas/IngestItem");
      assertThat(item.path("oneOf")).hasSize(item.path("properties").size());
    }
  }

  @Test
  void a_member_that_is_one_of_some_words_has_those_that_a_refusal_names() {
    Set<String> members = new TreeSet<>();
    try (Site site = Site.started()) {
      JsonNode schemas = Site.answered(site.get("/openapi.json")).at("/components/schemas");
      for (String call : new MembraneCalls().names()) {
        JsonNode schema = schemas.path(call + "Request");
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
          JsonNode words = member.getValue().findPath("enum");
          if (!words.isMissingNode()) {
            members.add(member.getKey());
            assertNamed(words, refusal(site, call, schema, member));
          }
        }
      }
      JsonNode level = schemas.at("/TrustContext/properties/max_sensitivity/enum");
      String wrong = "{\"trust\": {\"max_sensitivity\": \"none of them\"}}";
      assertNamed(level, site.post("/v1/retrieve", wrong));
    }
    assertThat(members)
        .containsExactly(
            "deletion_policy",
            "effect",
            "if_known",
            "memory_types",
            "on_conflict",
            "outcome_status",
            "sensitivity",
            "state",
            "view");
  }

  /** What is answered to a request whose member is another word. */
  private static HttpResponse<String> refusal(
      Site site, String call, JsonNode schema, Map.Entry<String, JsonNode> member) {
    ObjectNode request = Site.JSON.createObjectNode();
    for (JsonNode needed : schema.path("required")) {
      request.set(needed.asText(), EXAMPLES.getOrDefault(needed.asText(), TEXT));
    }
    JsonNode wrong = TextNode.valueOf("none of them");
    boolean isList = member.getValue().path("type").asText().equals("array");
    request.set(member.getKey(), isList ? Site.JSON.createArrayNode().add(wrong) : wrong);
    return site.post(ReadableJson.path(call), request.toString());
  }

  private static void assertNamed(JsonNode words, HttpResponse<String> refused) {
    List<String> names = new ArrayList<>();
    words.forEach(word -> names.add(word.asText()));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Site.parsed(refused.body()).path("message").asText())
        .endsWith(" must be one of: " + String.join(", ", names));
  }

  @Test
  void an_answer_has_the_required_members() {
    try (Site site = Site.started()) {
      JsonNode schemas = Site.answered(site.get("/openapi.json")).at("/components/schemas");
      String fact = "{\"source\": \"a\", \"subject\": \"s\", \"predicate\": \"p\"}";
      assertHas(schemas, "IngestResponse", site.answer("/v1/ingest-observation", fact));
      String batch = "{\"items\": [{\"observation\": " + fact + "}, {\"record\": {}}]}";
      assertHas(schemas, "IngestBatchResponse", site.answer("/v1/ingest-batch", batch));
      String event =
          "{\"source\": \"a\", \"event_kind\": \"k\", \"ref\": \"r\", \"episode\": \"e\"}";
      site.answer("/v1/ingest-event", event);
      String question = "{\"trust\": {\"max_sensitivity\": \"low\"}, \"receipt\": true}";
      JsonNode found = site.answer("/v1/retrieve", question);
      assertHas(schemas, "RetrieveResponse", found);
      JsonNode replayed =
          site.answer("/v1/replay-retrieval", "{\"receipt_id\": " + found.path("receipt_id") + "}");
      assertHas(schemas, "ReplayRetrievalResponse", replayed);
      assertHas(schemas, "ListRecordsResponse", Site.answered(site.get("/v1/records")));
      assertHas(schemas, "ListEpisodesResponse", Site.answered(site.get("/v1/episodes")));
      assertHas(schemas, "ListScopesResponse", Site.answered(site.get("/v1/scopes")));
      assertHas(schemas, "ListJobsResponse", Site.answered(site.get("/v1/jobs")));
      assertHas(schemas, "Problem", Site.parsed(site.get("/v1/records/x").body()));
    }
    JsonNode schema = description().at("/components/schemas/IngestResponse/required");
    assertThat(schema.toString()).isEqualTo("[\"result\",\"conflicts\",\"withdrawn\",\"skipped\"]");
  }

  private static void assertHas(JsonNode schemas, String name, JsonNode answer) {
    schemas
        .path(name)
        .path("required")
        .forEach(member -> assertThat(answer.has(member.asText())).as(name + member).isTrue());
    for (Map.Entry<String, JsonNode> member : schemas.path(name).path("properties").properties()) {
      String type = member.getValue().findPath("$ref").asText().replaceFirst("^.*/", "");
      JsonNode value = answer.path(member.getKey());
      if (!type.isEmpty() && value.isObject()) {
        assertHas(schemas, type, value);
      } else if (!type.isEmpty()) {
        value.forEach(item -> assertHas(schemas, type, item));
      }
    }
  }

  @Test
  void a_parameter_is_required_where_the_request_is_refused_without_it() {
    JsonNode paths = description().at("/paths");
    assertThat(isRequired(paths.at("/~1v1~1episodes~1events/get"), "episode")).isTrue();
    assertThat(isRequired(paths.at("/~1v1~1episodes/delete"), "episode")).isTrue();
    assertThat(isRequired(paths.at("/~1v1~1episodes/get"), "episode")).isFalse();
    assertThat(isRequired(paths.at("/~1v1~1records~1{id}/get"), "id")).isTrue();
    JsonNode get = paths.at("/~1v1~1records/get");
    assertThat(isRequired(get, "max_sensitivity")).isFalse();
    assertThat(parameter(get, "max_sensitivity").path("description").asText())
        .doesNotContain("required")
        .contains("whole grant if left out");
  }

  @Test
  void a_body_is_required_where_an_empty_request_is_refused() {
    JsonNode paths = description().at("/paths");
    assertThat(paths.at("/~1v1~1get-metrics/post/requestBody/required").asBoolean(true)).isFalse();
    assertThat(paths.at("/~1v1~1ingest-event/post/requestBody/required").asBoolean()).isTrue();
  }

  private static boolean isRequired(JsonNode operation, String name) {
    return parameter(operation, name).path("required").asBoolean();
  }

  private static JsonNode parameter(JsonNode operation, String name) {
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.path("name").asText().equals(name)) {
        return parameter;
      }
    }
    throw new AssertionError(name);
  }
}
