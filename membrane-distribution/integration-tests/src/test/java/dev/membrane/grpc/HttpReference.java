package dev.membrane.grpc;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;

/** The reference of the paths under {@code /v1/}, from the OpenAPI document of a server. */
final class HttpReference {

  private final DocReference page =
      new DocReference(
          "HTTP",
          "The paths of `http_addr`, from the server's own `/openapi.json`. Bodies have the members of the"
              + " [messages](grpc.md#messages); members that carry JSON are that JSON.");

  private HttpReference() {}

  static DocReference of(JsonNode openApi) {
    HttpReference reference = new HttpReference();
    for (Map.Entry<String, JsonNode> path : openApi.at("/paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(Locale.ROOT);
        reference.operation(method + " " + path.getKey(), operation.getValue());
      }
    }
    for (Map.Entry<String, JsonNode> schema : openApi.at("/components/schemas").properties()) {
      reference.schema(schema.getKey(), schema.getValue());
    }
    return reference.page;
  }

  private void operation(String heading, JsonNode operation) {
    page.heading(2, "`" + heading + "`")
        .paragraph(page.described(heading, operation.path("description").asText()));
    JsonNode body = operation.path("requestBody").path("content");
    if (body.isObject()) {
      page.paragraph("Body: " + content(body));
    }
    if (!operation.path("parameters").isEmpty()) {
      page.head("parameter", "in", "type", "");
      operation.path("parameters").forEach(parameter -> parameter(heading, parameter));
      page.paragraph("");
    }
    page.paragraph("Answer: " + content(operation.at("/responses/200/content")));
  }

  private void parameter(String heading, JsonNode parameter) {
    String name = parameter.path("name").asText();
    page.row(
        "`" + name + "`",
        parameter.path("in").asText(),
        type(parameter.path("schema")),
        page.described(heading + " " + name, parameter.path("description").asText()));
  }

  private static String type(JsonNode schema) {
    String type = schema.path("type").asText("JSON");
    return type.equals("array") ? "any number of " + type(schema.path("items")) : type;
  }

  /** The schema of a body by its media type. */
  private static String content(JsonNode content) {
    Map.Entry<String, JsonNode> body = content.properties().iterator().next();
    String reference = body.getValue().at("/schema/$ref").asText();
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    return "[%s](grpc.md#%s), `%s`".formatted(name, name.toLowerCase(Locale.ROOT), body.getKey());
  }

  /** The page about the messages has what is in them. */
  private void schema(String name, JsonNode schema) {
    page.described(name, schema.path("description").asText());
    schema
        .path("properties")
        .properties()
        .forEach(
            member ->
                page.described(
                    name + "." + member.getKey(), member.getValue().path("description").asText()));
  }
}
