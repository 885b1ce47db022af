package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.text.InnerValues;
import dev.membrane.internal.text.Masks;
import dev.membrane.internal.text.PersonalData;
import dev.membrane.internal.text.VaryingValues;
import dev.membrane.internal.text.WrittenJson;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.NormalForm;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The arguments that calls were given: which are constants, and of what type the others are. A
 * constant always had one value, in two runs or more if that is a message, which has nothing to do
 * with who asked: half of the runs were not told it, and neither it nor a value within it looks
 * like the id, the full name, the number or the key of one case. Otherwise several runs for one
 * customer would make this customer's data a part of the procedure.
 */
final class CallArguments {

  private static final RecordCodec CODEC = new RecordCodec();

  private static final String TYPE = "type";

  /** Not an option, a path or the like, of which a command consists. */
  private static final Pattern WORD =
      Pattern.compile("(?<!\\S)[\\p{L}\\p{M}'’]++(?=[,.;:!?]?(?:\\s|$))");

  /** More words are a message. */
  private static final int MAX_WORDS = 3;

  /** How many characters of calls, names and values are kept, as they are stored. */
  private static final int MAX_CHARACTERS = 65_536;

  private final SortedMap<String, CountedCall> calls = new TreeMap<>();

  /**
   * An argument of a call.
   *
   * @param type as JSON schemas name it; empty if it is not known
   * @param constant the value that it always has; null if it is no constant
   */
  record Argument(String name, String type, @Nullable JsonValue constant) {

    /** The same argument as one that varies, although it had one value so far. */
    Argument varying() {
      return new Argument(name, type, null);
    }
  }

  /** The name of an argument among those of all calls. */
  static String argumentName(String call, String argument) {
    return call + " " + argument;
  }

  /** The names of the calls of a run: each tool with how often it was called before. */
  static List<String> names(List<String> tools) {
    Map<String, Integer> times = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (String tool : tools) {
      int before = times.merge(tool, 1, Integer::sum) - 1;
      names.add(before + " " + tool);
    }
    return names;
  }

  /** A call by its name, to be added to. */
  CountedCall call(String name) {
    return calls.computeIfAbsent(name, it -> new CountedCall());
  }

  SortedMap<String, CountedCall> all() {
    return Collections.unmodifiableSortedMap(calls);
  }

  /** Adds the arguments of a run's calls; with a sign of -1, takes them away. */
  void count(Run run, int sign) {
    List<String> names = names(run.tools());
    Set<String> said = Set.copyOf(run.said());
    long room = room();
    for (int i = 0; i < names.size(); i++) {
      String callName = names.get(i);
      if (!calls.containsKey(callName)) {
        if (sign < 0 || length(callName) > room) {
          continue;
        }
        room -= length(callName);
      }
      CountedCall call = call(callName);
      call.add(sign);
      for (Map.Entry<String, JsonValue> arg : run.args().get(i).members().entrySet()) {
        room = call.count(arg.getKey(), CODEC.write(arg.getValue()), sign, room);
        if (said.contains(argumentName(callName, arg.getKey()))) {
          call.countSaid(arg.getKey(), sign);
        }
      }
    }
    calls.values().removeIf(call -> call.times() <= 0);
  }

  /** How many characters more there is room for; less than 0 where earlier versions kept more. */
  private long room() {
    long room = MAX_CHARACTERS;
    for (Map.Entry<String, CountedCall> call : calls.entrySet()) {
      room -= length(call.getKey()) + call.getValue().length();
    }
    return room;
  }

  private static long length(String callName) {
    return (long) callName.length() + CountedCall.AROUND;
  }

  /** The texts of a run's arguments that are not remembered, as there are too many others. */
  VaryingValues crowdedOut(Run run) {
    List<String> names = names(run.tools());
    Map<String, String> namesByValue = new HashMap<>();
    long room = room();
    for (int i = 0; i < run.args().size(); i++) {
      CountedCall call = calls.getOrDefault(names.get(i), new CountedCall());
      for (Map.Entry<String, JsonValue> arg : run.args().get(i).members().entrySet()) {
        String text = WrittenJson.textOf(arg.getValue());
        if (call.isCrowdedOut(arg.getKey(), CODEC.write(arg.getValue()), room)) {
          namesByValue.putIfAbsent(text, arg.getKey());
          InnerValues.of(text).forEach(inner -> namesByValue.putIfAbsent(inner, arg.getKey()));
        }
      }
    }
    return new VaryingValues(namesByValue);
  }

  void addAll(CallArguments other) {
    other.calls.forEach((name, call) -> call(name).addAll(call));
  }

  /** The arguments of a call, by name. */
  List<Argument> of(String callName) {
    CountedCall call = calls.getOrDefault(callName, new CountedCall());
    return call.values().entrySet().stream().map(entry -> argument(call, entry)).toList();
  }

  /** The texts that were arguments which vary. */
  VaryingValues varying() {
    return varying((call, name) -> false);
  }

  /**
   * The texts that were arguments which vary, without a word of a tool's name that all runs gave,
   * as in {@code issue_refund} with a template {@code refund}.
   *
   * @param isTold whether an argument of a call varies that had one value so far
   */
  VaryingValues varying(BiPredicate<String, String> isTold) {
    Map<String, String> namesByValue = new TreeMap<>();
    Set<String> toolWords = toolWords();
    for (Map.Entry<String, CountedCall> call : calls.entrySet()) {
      for (Argument argument : of(call.getKey())) {
        String name = argument.name();
        if (argument.constant() == null || isTold.test(call.getKey(), name)) {
          List<String> texts = texts(call.getValue().seen(name));
          if (texts.size() > 1 || !toolWords.containsAll(texts)) {
            texts.forEach(text -> namesByValue.putIfAbsent(text, name));
            innerOf(texts).forEach(inner -> namesByValue.putIfAbsent(inner, name));
          }
        }
      }
    }
    return new VaryingValues(namesByValue);
  }

  private static List<String> texts(Frequencies seen) {
    return seen.all().keySet().stream()
        .map(value -> WrittenJson.textOf(CODEC.parse("value", value)))
        .toList();
  }

  /** The values within some values, without those that all of several have. */
  private static Set<String> innerOf(List<String> texts) {
    Map<String, Integer> counts = new TreeMap<>();
    texts.forEach(
        text -> InnerValues.of(text).forEach(inner -> counts.merge(inner, 1, Integer::sum)));
    counts.values().removeIf(count -> texts.size() > 1 && count == texts.size());
    return counts.keySet();
  }

  /** The words of the tools' names. They stand in the procedure, so they say nothing of a case. */
  private Set<String> toolWords() {
    return calls.keySet().stream()
        .flatMap(ReadOnlyTools.BETWEEN_WORDS::splitAsStream)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  private static Argument argument(CountedCall call, Map.Entry<String, Frequencies> values) {
    SortedMap<String, Long> seen = values.getValue().all();
    String first = seen.firstKey();
    JsonValue value = CODEC.parse("value", first);
    boolean isConstant =
        seen.size() == 1
            && isKept(value)
            && values.getValue().of(first) == call.times()
            && 2 * call.said().of(values.getKey()) < call.times()
            && (call.times() > 1 || !isMessage(value))
            && !isOfOneCase(NormalForm.nfc(WrittenJson.textOf(value)));
    return new Argument(values.getKey(), type(seen.keySet()), isConstant ? value : null);
  }

  /** Whether a value is there as it was given. */
  private static boolean isKept(JsonValue value) {
    return !(value instanceof JsonNull || value instanceof JsonObject);
  }

  /** Whether a value is as long as a message, of which one run does not tell what all would say. */
  private static boolean isMessage(JsonValue value) {
    return WORD.matcher(WrittenJson.textOf(value)).results().count() > MAX_WORDS;
  }

  private static boolean isOfOneCase(String text) {
    return text.length() >= ReusedValues.LEAST_VALUE
        && (Masks.isOfOneCase(text)
            || InnerValues.of(text).stream().anyMatch(Masks::isOfOneCase)
            || !PersonalData.maskedIn(text).equals(text));
  }

  /**
   * What is kept of a value that is too long for a constant, or has others in it: its schema with
   * its type alone.
   */
  static JsonObject typeOnly(JsonValue value) {
    return new JsonObject(Map.of(TYPE, JsonValue.of(typeOf(value))));
  }

  /** The type of the first value that shows one; a null stands for a value of any type. */
  private static String type(Collection<String> values) {
    return values.stream()
        .map(value -> CODEC.parse("value", value))
        .map(value -> value instanceof JsonObject schema ? typeIn(schema) : typeOf(value))
        .filter(type -> !type.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String typeIn(JsonObject schema) {
    return schema.get(TYPE) instanceof JsonString type ? type.value() : "";
  }

  private static String typeOf(JsonValue value) {
    if (value instanceof JsonString) {
      return "string";
    }
    if (value instanceof JsonNumber) {
      return "number";
    }
    if (value instanceof JsonBoolean) {
      return "boolean";
    }
    if (value instanceof JsonArray) {
      return "array";
    }
    return value instanceof JsonObject ? "object" : "";
  }

  /** An argument as a JSON schema: its type if known, and its value if that never varies. */
  static JsonObject schema(Argument argument) {
    Map<String, JsonValue> schema = new LinkedHashMap<>();
    if (!argument.type().isEmpty()) {
      schema.put(TYPE, JsonValue.of(argument.type()));
    }
    if (argument.constant() != null) {
      schema.put("default", argument.constant());
    }
    return new JsonObject(schema);
  }
}
