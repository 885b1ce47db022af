package dev.membrane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.protocol.MembraneCalls;
import dev.membrane.protocol.ReadableJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenApiTest {

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
}
