package dev.membrane.internal.consolidate.procedure;

import dev.membrane.schema.EnvironmentSnapshot;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which surroundings tell successful runs from failed ones. Surroundings are the members
 * of the environment, by the names of the schema, and {@code tag:<tag>}.
 */
final class Surroundings {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String TAG = "tag:";

  /** The least runs of one end that tell anything. One alone may have any reason. */
  private static final int LEAST = 2;

  private static final int MAX_NAMES = 32;
  private static final int MAX_VALUES = 16;
  private static final int MAX_VALUE_LENGTH = 100;

  /** The most characters of a name: those of the longest tag, with what stands before it. */
  private static final int MAX_NAME_LENGTH = 260;

  private static final OutcomeCounts NEVER = new OutcomeCounts(0, 0);

  private final SortedMap<String, SortedMap<String, OutcomeCounts>> ends = new TreeMap<>();

  /** How many runs succeeded and failed. */
  record OutcomeCounts(long successes, long failures) {

    private OutcomeCounts plus(OutcomeCounts other) {
      return new OutcomeCounts(successes + other.successes, failures + other.failures);
    }
  }

  /** The surroundings of an episode, by their names. */
  static JsonObject of(MemoryRecord episode, @Nullable EnvironmentSnapshot environment) {
    Map<String, JsonValue> all = new TreeMap<>();
    if (environment != null) {
      put(all, "os", JsonValue.of(environment.os()));
      put(all, "os_version", JsonValue.of(environment.osVersion()));
      put(all, "working_directory", JsonValue.of(environment.workingDirectory()));
      environment
          .toolVersions()
          .forEach((tool, version) -> put(all, "tool_versions." + tool, JsonValue.of(version)));
      JsonObject context = environment.context();
      if (context != null) {
        context.members().forEach((name, value) -> put(all, name, value));
      }
    }
    episode.tags().forEach(tag -> put(all, TAG + tag, JsonValue.of(true)));
    Map<String, JsonValue> first = new LinkedHashMap<>();
    all.entrySet().stream()
        .limit(MAX_NAMES)
        .forEach(entry -> first.put(entry.getKey(), entry.getValue()));
    return new JsonObject(first);
  }

  private static void put(Map<String, JsonValue> all, String name, JsonValue value) {
    boolean isScalar =
        !(value instanceof JsonNull || value instanceof JsonObject || value instanceof JsonArray);
    if (isScalar
        && name.length() <= MAX_NAME_LENGTH
        && CODEC.write(value).length() <= MAX_VALUE_LENGTH) {
      all.put(name, value);
    }
  }

  /** Counts what surrounded a run that ended; with a sign of -1, takes it away. */
  void count(JsonObject surroundings, boolean isSuccess, int sign) {
    surroundings
        .members()
        .forEach((name, value) -> count(name, CODEC.write(value), isSuccess, sign));
  }

  private void count(String name, String value, boolean isSuccess, int sign) {
    SortedMap<String, OutcomeCounts> values = ends.getOrDefault(name, new TreeMap<>());
    boolean isFull = values.isEmpty() ? ends.size() >= MAX_NAMES : values.size() >= MAX_VALUES;
    if (values.containsKey(value) || (sign > 0 && !isFull)) {
      put(name, value, isSuccess ? new OutcomeCounts(sign, 0) : new OutcomeCounts(0, sign));
    }
  }

  /** Adds how runs ended that had a value, as JSON, for a name. */
  void put(String name, String value, OutcomeCounts more) {
    SortedMap<String, OutcomeCounts> values = ends.computeIfAbsent(name, it -> new TreeMap<>());
    values.merge(value, more, OutcomeCounts::plus);
    values.remove(value, NEVER);
    if (values.isEmpty()) {
      ends.remove(name);
    }
  }

  void addAll(Surroundings other) {
    other.ends.forEach((name, values) -> values.forEach((value, more) -> put(name, value, more)));
  }

  /** How runs ended, by the names of what surrounded them and by its values. */
  SortedMap<String, SortedMap<String, OutcomeCounts>> all() {
    return Collections.unmodifiableSortedMap(ends);
  }

  /**
   * The surroundings that each of several successes had, and none of several failures that report
   * them; and, as false, the tags that all failures had, and no success.
   */
  Map<String, JsonValue> conditions(long successes, long failures) {
    Map<String, JsonValue> conditions = new TreeMap<>();
    if (successes >= LEAST && failures >= LEAST) {
      OutcomeCounts all = new OutcomeCounts(successes, failures);
      ends.forEach((name, values) -> addCondition(name, values, all, conditions));
    }
    return conditions;
  }

  private static void addCondition(
      String name,
      Map<String, OutcomeCounts> values,
      OutcomeCounts all,
      Map<String, JsonValue> conditions) {
    boolean isTag = name.startsWith(TAG);
    long told =
        isTag ? all.failures() : values.values().stream().mapToLong(OutcomeCounts::failures).sum();
    values.forEach(
        (value, ends) -> {
          if (ends.equals(new OutcomeCounts(all.successes(), 0)) && told >= LEAST) {
            conditions.put(name, CODEC.parse(name, value));
          } else if (isTag && ends.equals(new OutcomeCounts(0, all.failures()))) {
            conditions.put(name, JsonValue.of(false));
          }
        });
  }

  /** Where several runs failed and none succeeded, in words, the most frequent first. */
  List<String> failures(long successes) {
    record Failure(long runs, String text) {}
    List<Failure> failures = new ArrayList<>();
    if (successes >= LEAST) {
      ends.forEach(
          (name, values) ->
              values.forEach(
                  (value, ends) -> {
                    if (ends.failures() >= LEAST && ends.successes() == 0) {
                      String text = "Never succeeded with " + name + " = " + value + " in ";
                      failures.add(new Failure(ends.failures(), text + ends.failures() + " runs"));
                    }
                  }));
    }
    return failures.stream()
        .sorted(Comparator.comparingLong(Failure::runs).reversed().thenComparing(Failure::text))
        .map(Failure::text)
        .toList();
  }
}
