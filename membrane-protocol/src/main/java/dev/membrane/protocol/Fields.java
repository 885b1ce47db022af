package dev.membrane.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.membrane.schema.Constraint;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.RecordDraft;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates single fields for the engine. An empty text means that the field was left out. */
final class Fields {

  static final RecordCodec CODEC = new RecordCodec();

  private Fields() {}

  /** The bytes of the text are nobody else's, so they need not be copied. */
  static ByteString bytes(RecordView record) {
    return UnsafeByteOperations.unsafeWrap(CODEC.encodeUtf8(record));
  }

  static @Nullable String text(String text) {
    return text.isEmpty() ? null : text;
  }

  static @Nullable Instant timestamp(String text) {
    return timestamp("timestamp", text);
  }

  static @Nullable Instant timestamp(String field, String text) {
    return text.isEmpty() ? null : Timestamps.parse(field, text);
  }

  static @Nullable Sensitivity sensitivity(String name) {
    return oneOfOrNull("sensitivity", name, Sensitivity.values(), Sensitivity::wireName);
  }

  static @Nullable JsonValue json(String field, String text) {
    return text.isEmpty() ? null : CODEC.parseRequest(field, text);
  }

  /**
   * Reads a record that has to be there.
   *
   * @throws ValidationException {@code <field> is required}, or as {@link RecordCodec} says
   */
  static RecordDraft draft(String field, String text) {
    if (text.isEmpty()) {
      throw ValidationException.worded(field, field + " is required");
    }
    return CODEC.decodeDraft(field, text);
  }

  /** Null where the JSON is: no object has this value. */
  static @Nullable JsonObject object(String field, String text) {
    JsonValue value = json(field, text);
    if (value == null || value instanceof JsonNull) {
      return null;
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw ValidationException.worded(field, "invalid " + field + " JSON: must be an object");
  }

  /** None where the JSON is null. */
  static List<Constraint> constraints(String field, String text) {
    boolean isGiven = !text.isEmpty() && !text.strip().equals("null");
    return isGiven ? CODEC.decodeConstraints(field, text) : List.of();
  }

  static <E> @Nullable E oneOfOrNull(
      String field, String name, E[] constants, Function<E, String> wireName) {
    return name.isEmpty() ? null : oneOf(field, name, constants, wireName);
  }

  /**
   * Finds a constant by its name on the wire.
   *
   * @throws ValidationException {@code <field> must be one of: …}
   */
  static <E> E oneOf(String field, String name, E[] constants, Function<E, String> wireName) {
    for (E constant : constants) {
      if (wireName.apply(constant).equals(name)) {
        return constant;
      }
    }
    List<String> names = Arrays.stream(constants).map(wireName).toList();
    throw ValidationException.worded(field, field + " must be one of: " + String.join(", ", names));
  }

  /** Sets what was sent. */
  static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }
}
