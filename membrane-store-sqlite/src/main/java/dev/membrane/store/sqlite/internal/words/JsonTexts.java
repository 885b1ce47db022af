package dev.membrane.store.sqlite.internal.words;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Lists as one bind parameter, for {@code json_each}: the SQL stays the same for any length. */
public final class JsonTexts {

  private static final RecordCodec CODEC = new RecordCodec();

  private static final Pattern ENTRY = Pattern.compile("\"([^\"]+)\":(-?[0-9]{1,18})");

  private JsonTexts() {}

  /** The texts as a JSON array, each once. */
  public static String distinct(Collection<String> texts) {
    List<JsonValue> items = texts.stream().distinct().<JsonValue>map(JsonString::new).toList();
    return CODEC.write(new JsonArray(items));
  }

  /** Words, which need no escapes, in their order and with their numbers as a JSON object. */
  static String object(Map<String, Long> numbersByWord) {
    List<Map.Entry<String, Long>> entries = new ArrayList<>(numbersByWord.entrySet());
    entries.sort(Map.Entry.comparingByKey());
    StringBuilder json = new StringBuilder(16 * entries.size() + 2).append('{');
    for (Map.Entry<String, Long> entry : entries) {
      json.append(json.length() > 1 ? "," : "")
          .append('"')
          .append(entry.getKey())
          .append("\":")
          .append(entry.getValue().longValue());
    }
    return json.append('}').toString();
  }

  /** What {@link #object} wrote, as far as it can be read. */
  public static Map<String, Long> numbers(String text) {
    Map<String, Long> numbers = new HashMap<>();
    ENTRY
        .matcher(text)
        .results()
        .forEach(entry -> numbers.put(entry.group(1), Long.valueOf(entry.group(2))));
    return numbers;
  }
}
