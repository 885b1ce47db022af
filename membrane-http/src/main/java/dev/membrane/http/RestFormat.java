package dev.membrane.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import dev.membrane.protocol.CallFailure;
import dev.membrane.protocol.ReadableJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * JSON for people and scripts. A JSON document that a message carries stands in it as JSON, not as
 * a text.
 */
final class RestFormat implements Format {

  private final JsonFactory json = new JsonFactory();

  @Override
  public String mediaType() {
    return "application/json";
  }

  @Override
  public String failureType() {
    return "application/problem+json";
  }

  @Override
  public Message read(Message into, byte[] body) throws IOException {
    return ReadableJson.read(into, body);
  }

  @Override
  public byte[] write(Message answer) throws IOException {
    return ReadableJson.write(answer);
  }

  @Override
  public int status(CallFailure failure) {
    return Statuses.ofRest(failure.code());
  }

  /** A problem by RFC 9457. */
  @Override
  public byte[] write(CallFailure failure, int status) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator problem = json.createGenerator(out)) {
      problem.writeStartObject();
      problem.writeStringField("type", "about:blank");
      problem.writeStringField("title", HttpStatus.getMessage(status));
      problem.writeNumberField("status", status);
      problem.writeStringField("code", failure.code().name());
      problem.writeStringField("message", failure.text());
      String field = failure.field();
      if (field != null && !field.isEmpty()) {
        problem.writeStringField("field", field);
      }
      problem.writeEndObject();
    }
    return out.toByteArray();
  }
}
