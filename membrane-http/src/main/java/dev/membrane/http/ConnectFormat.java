package dev.membrane.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.membrane.protocol.CallFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** What both encodings of the Connect protocol share: how a failure is answered. */
abstract class ConnectFormat implements Format {

  private final JsonFactory json = new JsonFactory();

  @Override
  public final String failureType() {
    return "application/json";
  }

  @Override
  public final int status(CallFailure failure) {
    return Statuses.ofConnect(failure.code());
  }

  @Override
  public final byte[] write(CallFailure failure, int status) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator error = json.createGenerator(out)) {
      error.writeStartObject();
      error.writeStringField("code", Statuses.wordOfConnect(failure.code()));
      error.writeStringField("message", failure.text());
      error.writeEndObject();
    }
    return out.toByteArray();
  }
}
