package dev.membrane.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import dev.membrane.protocol.JsonFields;
import dev.membrane.protocol.ProtocolComments;
import dev.membrane.protocol.ReadableJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Describes the calls under {@code /v1/} as OpenAPI 3.1, by the descriptor of the service. Not
 * thread-safe.
 */
final class OpenApi {

  private static final String ID = "id";
  private static final String TRUST = "trust";
  private static final String JSON = "application/json";
  private static final String PROBLEM = "Problem";

  private static final String BESIDE =
      "The calls of Membrane as readable JSON. Beside them, /mcp serves the Model Context Protocol and"
          + " /hooks takes what agents' hosts report; these have rules of their own.";

  /** Of the trust of a request about a resource, which need not have any. */
  private static final String LEVEL =
      "The highest sensitivity to show in full; that of the caller's whole grant if left out.";

  private final ProtocolComments comments = new ProtocolComments();
  private final RequiredMembers required = new RequiredMembers(Routes.service(), comments);
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final JsonGenerator out;

  private OpenApi() throws IOException {
    this.out = new JsonFactory().createGenerator(text);
  }

  static byte[] write() throws IOException {
    OpenApi one = new OpenApi();
    one.document();
    one.out.close();
    return one.text.toByteArray();
  }

  private void document() throws IOException {
    out.writeStartObject();
    out.writeStringField("openapi", "3.1.0");
    out.writeObjectFieldStart("info");
    out.writeStringField("title", "Membrane");
    out.writeStringField("version", "1");
    out.writeStringField("description", BESIDE);
    out.writeEndObject();
    paths();
    components();
    security();
    out.writeEndObject();
  }

  private void paths() throws IOException {
    out.writeObjectFieldStart("paths");
    for (MethodDescriptor call : Routes.service().getMethods()) {
      out.writeObjectFieldStart(ReadableJson.path(call.getName()));
      operation("post", call, call.getName());
      String type = call.isClientStreaming() ? StreamTarget.LINES : JSON;
      body(type, call.getInputType());
      answers(type, call.getOutputType());
      out.writeEndObject();
      out.writeEndObject();
    }
    resources();
    out.writeEndObject();
  }

  private void resources() throws IOException {
    Set<String> templates = new LinkedHashSet<>();
    ResourcePath.ALL.forEach(resource -> templates.add(resource.template()));
    for (String template : templates) {
      out.writeObjectFieldStart(template);
      for (ResourcePath resource : ResourcePath.ALL) {
        if (resource.template().equals(template)) {
          resource(resource);
        }
      }
      out.writeEndObject();
    }
  }

  private void operation(String method, MethodDescriptor call, String id) throws IOException {
    out.writeObjectFieldStart(method);
    out.writeStringField("operationId", id);
    out.writeStringField("description", comments.of(call));
  }

  private void body(String type, Descriptor request) throws IOException {
    out.writeObjectFieldStart("requestBody");
    // An empty body is an empty request.
    out.writeBooleanField("required", request.getFields().stream().anyMatch(required::of));
    content(type, request.getName());
    out.writeEndObject();
  }

  private void answers(String type, Descriptor answer) throws IOException {
    out.writeObjectFieldStart("responses");
    answer("200", comments.of(answer), type, answer.getName());
    answer("default", "What went wrong.", "application/problem+json", PROBLEM);
    out.writeEndObject();
  }

  private void answer(String status, String description, String type, String schema)
      throws IOException {
    out.writeObjectFieldStart(status);
    out.writeStringField("description", description);
    content(type, schema);
    out.writeEndObject();
  }

  private void content(String type, String schema) throws IOException {
    out.writeObjectFieldStart("content");
    out.writeObjectFieldStart(type);
    out.writeObjectFieldStart("schema");
    reference(schema);
    out.writeEndObject();
    out.writeEndObject();
    out.writeEndObject();
  }

  private void reference(String schema) throws IOException {
    out.writeStringField("$ref", "#/components/schemas/" + schema);
  }

  private void resource(ResourcePath resource) throws IOException {
    MethodDescriptor call = Routes.service().findMethodByName(resource.call());
    operation(resource.method().toLowerCase(Locale.ROOT), call, resource.operation());
    out.writeArrayFieldStart("parameters");
    for (FieldDescriptor field : call.getInputType().getFields()) {
      if (field.getName().equals(TRUST)) {
        for (FieldDescriptor part : field.getMessageType().getFields()) {
          boolean isLevel = part.getName().equals(Resource.MAX_SENSITIVITY);
          parameter(part, "query", false, isLevel ? LEVEL : comments.of(part));
        }
      } else {
        String in = field.getName().equals(ID) ? "path" : "query";
        parameter(field, in, required.of(field), comments.of(field));
      }
    }
    out.writeEndArray();
    answers(JSON, call.getOutputType());
    out.writeEndObject();
  }

  private void parameter(FieldDescriptor field, String in, boolean isRequired, String description)
      throws IOException {
    out.writeStartObject();
    out.writeStringField("name", field.getName());
    out.writeStringField("in", in);
    out.writeBooleanField("required", isRequired);
    out.writeStringField("description", description);
    out.writeObjectFieldStart("schema");
    type(field);
    out.writeEndObject();
    out.writeEndObject();
  }

  private void components() throws IOException {
    out.writeObjectFieldStart("components");
    out.writeObjectFieldStart("schemas");
    for (Descriptor message : Routes.service().getFile().getMessageTypes()) {
      schema(message);
    }
    problem();
    out.writeEndObject();
    out.writeObjectFieldStart("securitySchemes");
    out.writeObjectFieldStart("key");
    out.writeStringField("type", "http");
    out.writeStringField("scheme", "bearer");
    out.writeEndObject();
    out.writeEndObject();
    out.writeEndObject();
  }

  private void schema(Descriptor message) throws IOException {
    out.writeObjectFieldStart(message.getName());
    out.writeStringField("type", "object");
    out.writeStringField("description", comments.of(message));
    out.writeObjectFieldStart("properties");
    for (FieldDescriptor field : message.getFields()) {
      out.writeObjectFieldStart(field.getName());
      out.writeStringField("description", comments.of(field));
      type(field);
      out.writeEndObject();
    }
    out.writeEndObject();
    required(message.getFields().stream().filter(required::of).map(FieldDescriptor::getName));
    alternatives(message.getRealOneofs());
    out.writeBooleanField("additionalProperties", false);
    out.writeEndObject();
  }

  private void required(Stream<String> members) throws IOException {
    String[] names = members.toArray(String[]::new);
    if (names.length > 0) {
      out.writeFieldName("required");
      out.writeArray(names, 0, names.length);
    }
  }

  /** Of an item, exactly one member is set. */
  private void alternatives(List<OneofDescriptor> oneofs) throws IOException {
    for (OneofDescriptor oneof : oneofs) {
      out.writeArrayFieldStart("oneOf");
      for (FieldDescriptor field : oneof.getFields()) {
        out.writeStartObject();
        required(Stream.of(field.getName()));
        out.writeEndObject();
      }
      out.writeEndArray();
    }
  }

  private void type(FieldDescriptor field) throws IOException {
    if (field.isRepeated()) {
      out.writeStringField("type", "array");
      out.writeObjectFieldStart("items");
      one(field);
      out.writeEndObject();
    } else {
      one(field);
    }
  }

  /** What carries JSON may be any. */
  private void one(FieldDescriptor field) throws IOException {
    if (JsonFields.isJson(field)) {
      return;
    }
    switch (field.getJavaType()) {
      case STRING -> text(field);
      case BOOLEAN -> out.writeStringField("type", "boolean");
      case INT -> number("integer", "int32");
      case LONG -> number("integer", "int64");
      case DOUBLE -> number("number", "double");
      case MESSAGE -> reference(field.getMessageType().getName());
      case FLOAT, ENUM, BYTE_STRING ->
          throw new IllegalStateException("no message has a field like " + field.getFullName());
    }
  }

  /** An answer may have words that later versions add, so that only what is sent is bound. */
  private void text(FieldDescriptor field) throws IOException {
    out.writeStringField("type", "string");
    String[] words = RequestWords.of(field.getName()).toArray(String[]::new);
    if (words.length > 0 && required.isSent(field)) {
      out.writeFieldName("enum");
      out.writeArray(words, 0, words.length);
    }
  }

  private void number(String type, String format) throws IOException {
    out.writeStringField("type", type);
    out.writeStringField("format", format);
  }

  private void problem() throws IOException {
    out.writeObjectFieldStart(PROBLEM);
    out.writeStringField("type", "object");
    out.writeStringField("description", "A failure, as RFC 9457 describes it.");
    out.writeObjectFieldStart("properties");
    text("type", "The kind of failure; about:blank, as the code says it.");
    text("title", "The status in words.");
    text("code", "The status code of gRPC, such as INVALID_ARGUMENT.");
    text("message", "What is wrong, for a reader.");
    text("field", "The member of the request that is wrong; left out if it is none.");
    out.writeObjectFieldStart("status");
    out.writeStringField("description", "The status of HTTP.");
    number("integer", "int32");
    out.writeEndObject();
    out.writeEndObject();
    required(Stream.of("type", "title", "status", "code", "message"));
    out.writeEndObject();
  }

  private void text(String member, String description) throws IOException {
    out.writeObjectFieldStart(member);
    out.writeStringField("description", description);
    out.writeStringField("type", "string");
    out.writeEndObject();
  }

  /** A server without keys asks for none. */
  private void security() throws IOException {
    out.writeArrayFieldStart("security");
    out.writeStartObject();
    out.writeArrayFieldStart("key");
    out.writeEndArray();
    out.writeEndObject();
    out.writeStartObject();
    out.writeEndObject();
    out.writeEndArray();
  }
}
