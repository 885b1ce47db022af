package dev.membrane.internal.consolidate;

import dev.membrane.internal.consolidate.Run.End;
import dev.membrane.internal.engine.Wilson;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the runs of one procedure: sums and counts, to which runs are added in any order
 * with the same end. A run that is taken away leaves the sums as if it had never been; of what only
 * the latest or the most frequent are kept, what it had crowded out does not come back.
 */
final class Tally {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final double MOST_CONFIDENCE = 0.85;
  private static final int LATEST = 20;

  /** How many different values, orders or texts are told apart. */
  private static final int MAX_KINDS = 32;

  private static final String SUCCESSES = "successes";
  private static final String FAILURES = "failures";
  private static final String LATENCY_SUM = "latency_sum";
  private static final String LATENCY_COUNT = "latency_count";
  private static final String LAST_USED = "last_used";
  private static final String LATEST_RUNS = "latest";
  private static final String ORDERS = "orders";
  private static final String VALUES = "values";
  private static final String CONFIDENCE = "confidence";
  private static final String AROUND = "around";

  /** Why runs failed. */
  static final String MODES = "modes";

  private static final Comparator<JsonValue> IN_TIME =
      Comparator.comparing(
              (JsonValue item) -> Instant.parse(Fields.of((JsonObject) item).text("at")))
          .thenComparing(Tally::idOf);

  private final Fields note;

  Tally(JsonObject note) {
    this.note = Fields.of(note);
  }

  /** Where its runs succeeded and failed. */
  Surroundings surroundings() {
    return new Surroundings(note.fields(AROUND));
  }

  Fields note() {
    return note;
  }

  JsonObject toJson() {
    return note.toJson();
  }

  long successes() {
    return note.count(SUCCESSES);
  }

  long failures() {
    return note.count(FAILURES);
  }

  long runs() {
    return note.count("runs");
  }

  Optional<Instant> lastUsed() {
    return note.instant(LAST_USED);
  }

  @Nullable Double meanLatency() {
    long count = note.count(LATENCY_COUNT);
    return count == 0 ? null : (Double) (note.number(LATENCY_SUM) / count);
  }

  /** The least sure of: the best source, what an outcome is worth, and how often it went well. */
  double confidence() {
    long known = successes() + failures();
    double wilson = known == 0 ? 1 : Wilson.lowerBound((double) successes() / known, known);
    return Math.min(Math.min(note.number(CONFIDENCE), MOST_CONFIDENCE), wilson);
  }

  /** Adds a run, or, with a sign of -1, takes it away. */
  void add(String episodeId, Run run, int sign) {
    note.add("runs", sign);
    note.add(SUCCESSES, run.isSuccess() ? sign : 0);
    note.add(FAILURES, run.isFailure() ? sign : 0);
    if (run.latencyMillis() > 0) {
      note.add(LATENCY_SUM, sign * run.latencyMillis());
      note.add(LATENCY_COUNT, sign);
    }
    note.put(CONFIDENCE, Math.max(note.number(CONFIDENCE), run.confidence()));
    if (run.end() != End.UNKNOWN) {
      Surroundings around = surroundings();
      around.count(run.around(), run.isSuccess(), sign);
      note.put(AROUND, around.isEmpty() ? null : around.toJson());
    }
    remember(episodeId, run, sign);
    if (!run.isFailure()) {
      count(ORDERS, orderOf(run), sign, run.began());
      countValues(run, sign);
    }
  }

  /** Adds why a run failed. */
  void addModes(Run run, int sign) {
    run.modes().forEach(mode -> count(MODES, mode, sign, run.began()));
  }

  /** The latest runs by when they were, each with how it ended. */
  private void remember(String episodeId, Run run, int sign) {
    List<JsonValue> latest = new ArrayList<>(note.list(LATEST_RUNS));
    latest.removeIf(item -> idOf(item).equals(episodeId));
    if (sign > 0) {
      latest.add(
          Fields.none()
              .put("at", run.used())
              .put("id", episodeId)
              .put("end", run.end().letter())
              .toJson());
    }
    keepLatest(latest);
  }

  /** The latest of those with a known end, and as many without, which so crowd out no outcome. */
  private void keepLatest(List<JsonValue> latest) {
    latest.sort(IN_TIME);
    List<JsonValue> kept = new ArrayList<>();
    for (boolean hasEnd : List.of(true, false)) {
      List<JsonValue> some =
          latest.stream().filter(item -> endOf(item).isEmpty() != hasEnd).toList();
      kept.addAll(some.subList(Math.max(0, some.size() - LATEST), some.size()));
    }
    kept.sort(IN_TIME);
    note.put(LATEST_RUNS, kept.isEmpty() ? null : kept);
    note.put(
        LAST_USED,
        kept.isEmpty() ? null : Fields.of((JsonObject) kept.get(kept.size() - 1)).text("at"));
  }

  private static String endOf(JsonValue item) {
    return Fields.of((JsonObject) item).text("end");
  }

  private static String idOf(JsonValue item) {
    return Fields.of((JsonObject) item).text("id");
  }

  /** One letter for each of the latest runs whose end is known, the latest last. */
  String outcomes() {
    StringBuilder letters = new StringBuilder();
    note.list(LATEST_RUNS).forEach(item -> letters.append(endOf(item)));
    return letters.toString();
  }

  /** Ids of the latest episodes. */
  List<String> episodes() {
    return note.list(LATEST_RUNS).stream().map(Tally::idOf).sorted().toList();
  }

  /** Counts a text of some kind, remembering when it was first there. */
  void count(String kind, String text, int sign, Instant at) {
    Fields texts = note.fields(kind);
    Fields known = texts.fields(text);
    if (known.isEmpty() && sign < 0) {
      return;
    }
    known.add("n", sign);
    String first = known.text("first");
    known.put("first", first.isEmpty() || at.isBefore(Instant.parse(first)) ? at : first);
    texts.put(text, known.count("n") <= 0 ? null : known.toJson());
    if (texts.members().size() > MAX_KINDS) {
      texts.members().keySet().stream()
          .max(bestFirst(texts.members()))
          .ifPresent(worst -> texts.put(worst, null));
    }
    note.put(kind, texts.isEmpty() ? null : texts.toJson());
  }

  /** The texts of a kind: the most frequent first, then the shortest, then the first seen. */
  List<String> texts(String kind) {
    Map<String, JsonValue> texts = note.fields(kind).members();
    return texts.keySet().stream().sorted(bestFirst(texts)).toList();
  }

  private static Comparator<String> bestFirst(Map<String, JsonValue> texts) {
    return Comparator.comparingLong((String text) -> -of(texts, text).count("n"))
        .thenComparingInt(String::length)
        .thenComparing(text -> Instant.parse(of(texts, text).text("first")))
        .thenComparing(Comparator.naturalOrder());
  }

  private static Fields of(Map<String, JsonValue> texts, String text) {
    return texts.get(text) instanceof JsonObject known ? Fields.of(known) : Fields.none();
  }

  /** The order of tools that worked most often. */
  List<String> order() {
    List<String> orders = texts(ORDERS);
    return orders.isEmpty()
        ? List.of()
        : ((JsonArray) CODEC.parse("order", orders.get(0)))
            .items().stream().map(tool -> ((JsonString) tool).value()).toList();
  }

  /** The tools of a run in their order, as one text. */
  static String orderOf(Run run) {
    return CODEC.write(JsonValue.of(run.tools()));
  }

  /** Counts one of the few things that runs of one structure differ in. */
  void count(String kind, String what, int sign) {
    Fields counts = note.fields(kind);
    counts.add(what, sign);
    note.put(kind, counts.isEmpty() ? null : counts.toJson());
  }

  long count(String kind, String what) {
    return note.fields(kind).count(what);
  }

  /** What the runs of several tallies come to. */
  static Tally of(List<Tally> tallies) {
    Tally all = new Tally(new JsonObject(Map.of()));
    List<JsonValue> latest = new ArrayList<>();
    double confidence = 0;
    for (Tally tally : tallies) {
      latest.addAll(tally.note.list(LATEST_RUNS));
      confidence = Math.max(confidence, tally.note.number(CONFIDENCE));
      all.note.addAll(tally.note);
    }
    all.keepLatest(latest);
    all.note.put(CONFIDENCE, confidence);
    return all;
  }

  private void countValues(Run run, int sign) {
    List<String> names = occurrences(run.tools());
    Fields values = note.fields(VALUES);
    for (int i = 0; i < names.size(); i++) {
      Fields call = values.fields(names.get(i));
      call.add("", sign);
      run.args()
          .get(i)
          .members()
          .forEach((name, value) -> countValue(call, "." + name, CODEC.write(value), sign));
      values.put(names.get(i), call.count("") <= 0 ? null : call.toJson());
    }
    note.put(VALUES, values.isEmpty() ? null : values.toJson());
  }

  private static void countValue(Fields call, String name, String value, int sign) {
    Fields seen = call.fields(name);
    boolean isKnown = seen.members().containsKey(value);
    boolean isRoom = seen.members().size() < MAX_KINDS && call.members().size() <= 2 * MAX_KINDS;
    if (isKnown || (isRoom && sign > 0)) {
      seen.add(value, sign);
    }
    call.put(name, seen.isEmpty() ? null : seen.toJson());
  }

  /** Each call with how often its tool was called before: the same call in another order. */
  static List<String> occurrences(List<String> tools) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < tools.size(); i++) {
      String tool = tools.get(i);
      long before = tools.subList(0, i).stream().filter(tool::equals).count();
      names.add(before + " " + tool);
    }
    return names;
  }

  /** An argument of a call: the value that it always has; null if that varies. */
  record Argument(String name, String type, @Nullable JsonValue constant) {}

  /** The arguments of a call, by name. */
  List<Argument> arguments(String occurrence) {
    Fields call = note.fields(VALUES).fields(occurrence);
    List<Argument> arguments = new ArrayList<>();
    call.members().keySet().stream()
        .filter(name -> name.startsWith("."))
        .sorted()
        .forEach(name -> arguments.add(argument(call, name)));
    return arguments;
  }

  private static Argument argument(Fields call, String name) {
    Map<String, JsonValue> seen = call.fields(name).members();
    String first = seen.keySet().stream().min(Comparator.naturalOrder()).orElse("null");
    JsonValue value = CODEC.parse("value", first);
    boolean isConstant =
        seen.size() == 1
            && !(value instanceof JsonNull)
            && call.fields(name).count(first) == call.count("");
    return new Argument(name.substring(1), type(value), isConstant ? value : null);
  }

  private static String type(JsonValue value) {
    if (value instanceof JsonString) {
      return "string";
    }
    if (value instanceof JsonNumber) {
      return "number";
    }
    return value instanceof JsonBoolean ? "boolean" : "object";
  }
}
