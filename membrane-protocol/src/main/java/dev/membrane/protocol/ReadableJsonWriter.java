package dev.membrane.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Writes an answer as JSON, by its descriptor: every member, in the order of the fields. A JSON
 * document in a field is copied byte by byte; if it is empty, the member is left out.
 */
final class ReadableJsonWriter {

  private static final JsonFactory JSON = new JsonFactory();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final JsonGenerator generator;

  private ReadableJsonWriter() throws IOException {
    this.generator = JSON.createGenerator(out);
  }

  static byte[] write(Message answer) throws IOException {
    ReadableJsonWriter writer = new ReadableJsonWriter();
    writer.message(answer);
    writer.generator.close();
    return writer.out.toByteArray();
  }

  private void message(Message message) throws IOException {
    generator.writeStartObject();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      if (isWritten(message, field)) {
        generator.writeFieldName(field.getName());
        field(field, message.getField(field));
      }
    }
    generator.writeEndObject();
  }

  private static boolean isWritten(Message message, FieldDescriptor field) {
    if (field.isRepeated()) {
      return true;
    }
    boolean canBeAbsent = field.hasPresence() || JsonFields.isJson(field);
    return !canBeAbsent || message.hasField(field);
  }

  private void field(FieldDescriptor field, Object value) throws IOException {
    if (!field.isRepeated()) {
      value(value);
      return;
    }
    generator.writeStartArray();
    for (Object item : (List<?>) value) {
      value(item);
    }
    generator.writeEndArray();
  }

  private void value(Object value) throws IOException {
    if (value instanceof ByteString json) {
      // The generator writes what stands between values, and the document goes past it.
      generator.writeRawValue("");
      generator.flush();
      json.writeTo(out);
    } else if (value instanceof Message nested) {
      message(nested);
    } else {
      generator.writePOJO(value);
    }
  }
}
