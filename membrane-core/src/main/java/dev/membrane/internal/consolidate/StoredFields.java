package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The members of a note or of a lesson as they are stored. Not thread-safe. */
public final class StoredFields {

  /** The member by which a note names the record that it led to. */
  public static final String RECORD = "record";

  /** The member by which a note names several records, by what they are. */
  public static final String RECORDS = "records";

  private final Map<String, JsonValue> members;

  private StoredFields(Map<String, JsonValue> members) {
    this.members = members;
  }

  public static StoredFields none() {
    return new StoredFields(new LinkedHashMap<>());
  }

  public static StoredFields of(JsonObject object) {
    return new StoredFields(new LinkedHashMap<>(object.members()));
  }

  /** Members by their names. */
  public static StoredFields of(Map<String, ?> values) {
    StoredFields fields = none();
    values.forEach(fields::put);
    return fields;
  }

  public StoredFields put(String name, @Nullable Object value) {
    if (value == null) {
      members.remove(name);
    } else {
      members.put(
          name, value instanceof Instant at ? JsonValue.of(at.toString()) : JsonValue.of(value));
    }
    return this;
  }

  public String text(String name) {
    return optionalText(name).orElse("");
  }

  public Optional<String> optionalText(String name) {
    return members.get(name) instanceof JsonString text
        ? Optional.of(text.value())
        : Optional.empty();
  }

  /**
   * An instant; empty if there is none.
   *
   * @throws IllegalArgumentException if the text is no instant
   */
  public Optional<Instant> instant(String name) {
    try {
      return optionalText(name).map(Instant::parse);
    } catch (DateTimeParseException wrong) {
      throw new IllegalArgumentException(name + " is no instant", wrong);
    }
  }

  public long count(String name) {
    return (long) number(name);
  }

  public double number(String name) {
    return members.get(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  public boolean has(String name) {
    return members.containsKey(name);
  }

  public boolean truth(String name) {
    return members.get(name) instanceof JsonBoolean truth && truth.value();
  }

  public JsonValue value(String name) {
    return members.getOrDefault(name, JsonNull.NULL);
  }

  public List<JsonValue> list(String name) {
    return members.get(name) instanceof JsonArray array ? array.items() : List.of();
  }

  public List<String> texts(String name) {
    return items(name, JsonString.class).stream().map(JsonString::value).toList();
  }

  public List<Integer> counts(String name) {
    return items(name, JsonNumber.class).stream().map(item -> (int) item.doubleValue()).toList();
  }

  /**
   * The items of a list that are of one kind.
   *
   * @throws IllegalArgumentException if one is of another
   */
  public <T extends JsonValue> List<T> items(String name, Class<T> kind) {
    List<JsonValue> items = list(name);
    if (!items.stream().allMatch(kind::isInstance)) {
      throw new IllegalArgumentException(name + " has an item that is no " + kind.getSimpleName());
    }
    return items.stream().map(kind::cast).toList();
  }

  public StoredFields fields(String name) {
    return members.get(name) instanceof JsonObject object ? of(object) : none();
  }

  /** The ids of the records that a note names. */
  List<String> records() {
    List<String> ids = new ArrayList<>(optionalText(RECORD).stream().toList());
    ids.addAll(fields(RECORDS).byName(StoredFields::text).values());
    return ids;
  }

  /** Puts a count, unless it is 0. */
  public StoredFields putCount(String name, long count) {
    return put(name, count == 0 ? null : count);
  }

  /** Puts members within, unless there are none. */
  public StoredFields putFields(String name, StoredFields within) {
    return put(name, within.isEmpty() ? null : within.toJson());
  }

  /** What all members are, read alike. */
  public <T> Map<String, T> byName(BiFunction<StoredFields, String, T> reading) {
    Map<String, T> read = new LinkedHashMap<>();
    members.keySet().forEach(name -> read.put(name, reading.apply(this, name)));
    return read;
  }

  /** Goes through the members that have members themselves. */
  public void each(BiConsumer<String, StoredFields> action) {
    members.forEach(
        (name, value) -> {
          if (value instanceof JsonObject object) {
            action.accept(name, of(object));
          }
        });
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  public JsonObject toJson() {
    return new JsonObject(members);
  }
}
