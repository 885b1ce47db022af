package dev.membrane.internal.view;

import dev.membrane.internal.text.Wording;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.TaskState;
import dev.membrane.schema.json.RecordCodec;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How what others told stands in a line. What could be mistaken for what Membrane writes stands in
 * quotation marks.
 */
final class ToldText {

  /** Stands between two parts of a line. */
  static final String BETWEEN = " | ";

  static final String OUTCOME = "outcome";

  /** Longer arguments and results are cut: what matters of them is told in words. */
  private static final int MAX_JSON_LENGTH = 200;

  private static final RecordCodec CODEC = new RecordCodec();
  private static final Wording WORDING = new Wording();

  /** What looks like {@link #BETWEEN}, in a text with blanks around it. */
  private static final Pattern BAR =
      Pattern.compile(" [|\u01C0\u2223\u2502\u2503\u2758-\u275A\uFFE8] |\uFF5C");

  /** Text in which nothing looks like what the patterns below find. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9 .,:'/_-]*+");

  private static final String WORD_END = "(?![\\p{L}\\p{Nd}_-])";

  /** The conditions of a fact. This and what follows is in the letters of {@link Wording#looks}. */
  private static final String CONDITION = bracketed(Stream.of("if", "from", "until"));

  private static final String SEMICOLON = "[;\u061B\u204F\u1364\uA6F6]";

  private static final String ARROW =
      "[\\p{Pd}\u2212\u30FC] ?[>\u203A\u276F\u1433]"
          + "|[\u2190-\u21FF\u2794-\u27BE\u27F0-\u27FF\u2900-\u297F"
          + "\u2B60-\u2B95\\x{1F800}-\\x{1F8FF}]";

  private static final Pattern IN_FACT = Pattern.compile(CONDITION);
  private static final Pattern IN_ITEM = Pattern.compile(CONDITION + "|" + SEMICOLON);

  private static final Pattern IN_TASK =
      Pattern.compile(
          CONDITION + "|" + bracketed(Stream.of(TaskState.values()).map(TaskState::wireName)));

  /** What {@link PlanSteps#clause} writes between steps and after them. */
  private static final Pattern IN_STEP =
      Pattern.compile(ARROW + "|" + SEMICOLON + "|" + bracketed(Stream.of("after")));

  /** What it writes before them, in any digits. */
  private static final Pattern NUMBER = Pattern.compile("\\p{N}[\\p{N}\\p{M}]*+ ");

  /** A digit in the letters that {@link Wording#looks} gives. */
  private static final String DIGIT = looks(Stream.of("0123456789".split("")));

  /**
   * How a part of a line begins if it names nobody, or with a day, in the letters that {@link
   * Wording#looks} gives.
   */
  private static final Pattern WRITTEN_BY_MEMBRANE =
      Pattern.compile(
          "\\p{Ps}|[\"“”]|DIGIT{4}\\p{Pd}DIGIT{2}\\p{Pd}|".replace("DIGIT", DIGIT)
              + looks(
                  Stream.concat(
                      Stream.of("fact", "hearsay", "task", "skill", "plan", "episode", OUTCOME),
                      Stream.of(MemoryType.values()).map(MemoryType::wireName)))
              + WORD_END);

  private ToldText() {}

  private static String bracketed(Stream<String> words) {
    return "\\p{Ps} ?" + looks(words) + WORD_END;
  }

  private static String looks(Stream<String> words) {
    return words
        .flatMap(word -> WORDING.looks(word).stream())
        .distinct()
        .map(Pattern::quote)
        .collect(Collectors.joining("|", "(?:", ")"));
  }

  /** A text as a part of a line. */
  static String of(String text) {
    String line = OneLine.of(text);
    return hasBar(line) ? quoted(line) : line;
  }

  /** A text after which the conditions of a fact may stand. */
  static String ofFact(String text) {
    return without(IN_FACT, OneLine.of(text));
  }

  /** One of several texts after which conditions may stand. */
  static String ofItem(String text) {
    return without(IN_ITEM, OneLine.of(text));
  }

  /** What a task is called, after which its state stands. */
  static String task(String text) {
    return without(IN_TASK, OneLine.of(text));
  }

  /** What a step does, next to which there may be other steps. */
  static String ofStep(String text) {
    String line = OneLine.of(text);
    return NUMBER.matcher(line).lookingAt() ? quoted(line) : without(IN_STEP, line);
  }

  private static String without(Pattern mistakable, String line) {
    boolean isQuoted =
        hasBar(line)
            || (!PLAIN.matcher(line).matches()
                && WORDING.looks(line).stream()
                    .anyMatch(looks -> mistakable.matcher(looks).find()));
    return isQuoted ? quoted(line) : line;
  }

  /** The subject of a fact. */
  static String subject(String text) {
    String name = name(text);
    return name.startsWith("\"") ? name : ofFact(name);
  }

  /** A name that a caller chose. */
  static String name(String chosen) {
    String name = OneLine.of(chosen);
    boolean isQuoted =
        hasBar(name)
            || WORDING.looks(name).stream()
                .anyMatch(looks -> WRITTEN_BY_MEMBRANE.matcher(looks).lookingAt());
    return isQuoted ? quoted(name) : name;
  }

  /** A value after which the conditions of a fact may stand. */
  static String ofFact(JsonValue value) {
    return value instanceof JsonString text ? ofFact(text.value()) : CODEC.write(value);
  }

  /** A value among others. */
  static String ofItem(JsonValue value) {
    return value instanceof JsonString text ? ofItem(text.value()) : CODEC.write(value);
  }

  /** Such a value as words that may be cut. What is left of a structure ends within a text. */
  static Phrase phrase(JsonValue value) {
    return phrase("", value, ToldText::ofFact);
  }

  /** A value among others as words that may be cut. */
  static Phrase phraseOfItem(String before, JsonValue value) {
    return phrase(before, value, ToldText::ofItem);
  }

  private static Phrase phrase(String before, JsonValue value, UnaryOperator<String> shown) {
    if (value instanceof JsonString text) {
      return Phrase.told(before, text.value(), shown);
    }
    String whole = OneLine.of(CODEC.write(value));
    return Phrase.told(before, whole, piece -> piece.equals(whole) ? whole : quoted(piece));
  }

  /** What a tool returned. */
  static String result(JsonValue result) {
    return result instanceof JsonString text
        ? of(OneLine.cut(OneLine.of(text.value()), MAX_JSON_LENGTH))
        : shortly(result);
  }

  /** The arguments of a call or a step. */
  static String arguments(@Nullable JsonObject args) {
    return args == null || args.members().isEmpty() ? "" : "(" + shortly(args) + ")";
  }

  /** A text as JSON. */
  static String quoted(String text) {
    return CODEC.write(new JsonString(text));
  }

  /** What is cut may end within a text, so that it stands in quotation marks. */
  private static String shortly(JsonValue value) {
    String json = OneLine.of(CODEC.write(value));
    return json.length() <= MAX_JSON_LENGTH ? json : quoted(OneLine.cut(json, MAX_JSON_LENGTH));
  }

  /** Whether there is what looks like a bar between two parts, one of which may be missing. */
  private static boolean hasBar(String line) {
    return BAR.matcher(" " + line + " ").find();
  }
}
