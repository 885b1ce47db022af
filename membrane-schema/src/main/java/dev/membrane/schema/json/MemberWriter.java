package dev.membrane.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes JSON objects member by member; a member whose value is null is left out. */
final class MemberWriter {

  /** Writes the members of one object. */
  @FunctionalInterface
  interface ValueWriter<T> {
    void write(MemberWriter out, T value) throws IOException;
  }

  /** Up to here, the digits of an integral double are those of the long of the same value. */
  private static final double LARGEST_PLAIN_INTEGER = 1e18;

  private final JsonGenerator generator;

  MemberWriter(JsonGenerator generator) {
    this.generator = generator;
  }

  void text(String name, @Nullable String value) throws IOException {
    if (value != null) {
      generator.writeStringField(name, value);
    }
  }

  <E> void constant(String name, @Nullable E value, Function<E, String> wireName)
      throws IOException {
    if (value != null) {
      text(name, wireName.apply(value));
    }
  }

  void instant(String name, @Nullable Instant value) throws IOException {
    if (value != null) {
      text(name, Timestamps.write(value));
    }
  }

  void truth(String name, boolean value) throws IOException {
    generator.writeBooleanField(name, value);
  }

  void integer(String name, @Nullable Long value) throws IOException {
    if (value != null) {
      generator.writeNumberField(name, value);
    }
  }

  /** Integral values are written without a fraction, all others as short as reads back the same. */
  void number(String name, @Nullable Double value) throws IOException {
    if (value == null) {
      return;
    }
    if (!Double.isFinite(value)) {
      throw new ValidationException(name, "must be a finite number");
    }
    generator.writeFieldName(name);
    if (isPlainInteger(value)) {
      generator.writeNumber(value.longValue());
    } else {
      generator.writeNumber(NumberOutput.toString(value, true).replace(".0E", "E"));
    }
  }

  /** Negative zero is none, as its sign would be lost. */
  private static boolean isPlainInteger(double value) {
    return value == Math.rint(value)
        && Math.abs(value) < LARGEST_PLAIN_INTEGER
        && Double.compare(value, -0.0) != 0;
  }

  void freeForm(String name, @Nullable JsonValue value) throws IOException {
    if (value != null) {
      generator.writeFieldName(name);
      freeForm(value);
    }
  }

  void freeForm(JsonValue value) throws IOException {
    FreeForm.write(generator, value);
  }

  <T> void object(String name, @Nullable T value, ValueWriter<T> part) throws IOException {
    if (value != null) {
      generator.writeFieldName(name);
      object(value, part);
    }
  }

  <T> void object(T value, ValueWriter<T> part) throws IOException {
    generator.writeStartObject();
    part.write(this, value);
    generator.writeEndObject();
  }

  /** A required list, written even if it is empty. */
  <T> void objects(String name, List<T> items, ValueWriter<T> part) throws IOException {
    generator.writeArrayFieldStart(name);
    for (T item : items) {
      object(item, part);
    }
    generator.writeEndArray();
  }

  <T> void objectsIfAny(String name, List<T> items, ValueWriter<T> part) throws IOException {
    if (!items.isEmpty()) {
      objects(name, items, part);
    }
  }

  void textsIfAny(String name, List<String> items) throws IOException {
    if (!items.isEmpty()) {
      generator.writeArrayFieldStart(name);
      for (String item : items) {
        generator.writeString(item);
      }
      generator.writeEndArray();
    }
  }

  void textsByNameIfAny(String name, Map<String, String> texts) throws IOException {
    if (!texts.isEmpty()) {
      generator.writeObjectFieldStart(name);
      for (Map.Entry<String, String> text : texts.entrySet()) {
        generator.writeStringField(text.getKey(), text.getValue());
      }
      generator.writeEndObject();
    }
  }
}
