package dev.membrane.internal.text;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import java.lang.Character.UnicodeScript;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The words of a text as they are written, stop words too, to be found in any field of a record,
 * also in those that {@link RecordText} leaves out. Case and accents do not count. Immutable.
 */
public final class WrittenWords {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** The fields in which callers choose the names of members. */
  private static final Set<String> FREE =
      Set.of(
          "args",
          "args_schema",
          "conditions",
          "constraints",
          "context",
          "data",
          "guards",
          "inputs_schema",
          "object",
          "outputs_schema",
          "params",
          "result",
          "tool_versions",
          "value");

  /** What callers do not choose, and the actors of audit logs. */
  private static final Set<String> LEFT_OUT =
      Set.of("sensitivity", "kind", "source_type", "action", "actor");

  /** Scripts that have no space between words. */
  private static final Set<UnicodeScript> UNSPACED =
      Set.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.HANGUL,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  private final Set<String> words;

  /** The words of a text; without letters and digits, the text itself is one. */
  public WrittenWords(String text) {
    String folded = Folding.foldCase(text);
    Set<String> split =
        BETWEEN.splitAsStream(folded).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    this.words = split.isEmpty() ? Set.of(folded) : Set.copyOf(split);
  }

  /** Whether a record has all of the words, each in any of its fields. */
  public boolean areIn(MemoryRecord record) {
    Set<String> missing = new HashSet<>(words);
    read(
        CODEC.parseWritten("record", CODEC.encode(record)),
        false,
        text -> {
          String folded = missing.isEmpty() ? "" : Folding.foldCase(text);
          missing.removeIf(word -> isIn(folded, word));
        });
    return missing.isEmpty();
  }

  private static void read(JsonValue value, boolean isFree, Consumer<String> reader) {
    if (value instanceof JsonObject object) {
      object
          .members()
          .forEach(
              (name, member) -> {
                if (isFree) {
                  reader.accept(name);
                }
                if (isFree || !LEFT_OUT.contains(name)) {
                  read(member, isFree || FREE.contains(name), reader);
                }
              });
    } else if (value instanceof JsonArray array) {
      array.items().forEach(item -> read(item, isFree, reader));
    } else if (value instanceof JsonString text) {
      reader.accept(text.value());
    } else if (value instanceof JsonNumber number) {
      reader.accept(number.text());
    }
  }

  private static boolean isIn(String text, String word) {
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      int end = at + word.length();
      boolean begins = at == 0 || isApart(text.codePointBefore(at), word.codePointAt(0));
      boolean ends =
          end == text.length()
              || isApart(text.codePointAt(end), word.codePointBefore(word.length()));
      if (begins && ends) {
        return true;
      }
    }
    return false;
  }

  /** Whether a word may end between two characters. */
  private static boolean isApart(int outside, int inside) {
    return List.of(outside, inside).stream()
        .anyMatch(it -> !Character.isLetterOrDigit(it) || UNSPACED.contains(UnicodeScript.of(it)));
  }
}
