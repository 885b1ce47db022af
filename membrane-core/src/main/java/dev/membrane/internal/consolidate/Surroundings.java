package dev.membrane.internal.consolidate;

import dev.membrane.schema.EnvironmentSnapshot;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNull;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where runs succeeded and where they failed: which of the surroundings tell the two apart. They
 * are the members of the environment, by the names of the schema, and {@code tag:<tag>}.
 */
final class Surroundings {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final String TAG = "tag:";
  private static final String SUCCESSES = "s";
  private static final String FAILURES = "f";

  /** One failure may have any reason. */
  private static final int LEAST = 2;

  private static final int MAX_NAMES = 32;
  private static final int MAX_VALUES = 16;
  private static final int LONGEST_VALUE = 100;

  private final Fields counts;

  Surroundings(Fields counts) {
    this.counts = counts;
  }

  /** What surrounds an episode. */
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
    if (isScalar && CODEC.write(value).length() <= LONGEST_VALUE) {
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
    Fields values = counts.fields(name);
    Fields ends = values.fields(value);
    boolean isFull =
        values.isEmpty()
            ? counts.members().size() >= MAX_NAMES
            : values.members().size() >= MAX_VALUES;
    if (ends.isEmpty() && (sign < 0 || isFull)) {
      return;
    }
    ends.add(isSuccess ? SUCCESSES : FAILURES, sign);
    values.put(value, ends.isEmpty() ? null : ends.toJson());
    counts.put(name, values.isEmpty() ? null : values.toJson());
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  JsonObject toJson() {
    return counts.toJson();
  }

  /**
   * What held in each of several successes and in none of several failures that tell of it, and, as
   * false, tags of all failures and no success.
   */
  Map<String, JsonValue> conditions(Tally tally) {
    Map<String, JsonValue> conditions = new TreeMap<>();
    if (tally.successes() >= LEAST && tally.failures() >= LEAST) {
      counts.members().keySet().forEach(name -> addCondition(name, tally, conditions));
    }
    return conditions;
  }

  private void addCondition(String name, Tally tally, Map<String, JsonValue> conditions) {
    Fields values = counts.fields(name);
    boolean isTag = name.startsWith(TAG);
    long told =
        isTag
            ? tally.failures()
            : values.members().keySet().stream()
                .mapToLong(value -> values.fields(value).count(FAILURES))
                .sum();
    for (String value : values.members().keySet()) {
      Fields ends = values.fields(value);
      if (ends.count(SUCCESSES) == tally.successes()
          && ends.count(FAILURES) == 0
          && told >= LEAST) {
        conditions.put(name, CODEC.parse(name, value));
      } else if (isTag && ends.count(SUCCESSES) == 0 && ends.count(FAILURES) == tally.failures()) {
        conditions.put(name, JsonValue.of(false));
      }
    }
  }

  /** Where several runs failed and none succeeded, in words, the most frequent first. */
  List<String> failures(Tally tally) {
    record Failure(long runs, String text) {}
    List<Failure> failures = new ArrayList<>();
    if (tally.successes() >= LEAST) {
      for (String name : counts.members().keySet()) {
        Fields values = counts.fields(name);
        for (String value : values.members().keySet()) {
          long failed = values.fields(value).count(FAILURES);
          if (failed >= LEAST && values.fields(value).count(SUCCESSES) == 0) {
            String text = "Never succeeded with " + name + " = " + value + " in " + failed;
            failures.add(new Failure(failed, text + " runs"));
          }
        }
      }
    }
    return failures.stream()
        .sorted(Comparator.comparingLong(Failure::runs).reversed().thenComparing(Failure::text))
        .map(Failure::text)
        .toList();
  }
}
