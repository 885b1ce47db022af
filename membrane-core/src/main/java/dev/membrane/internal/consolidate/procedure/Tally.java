package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.consolidate.procedure.LatestRuns.RunUse;
import dev.membrane.internal.consolidate.procedure.Run.RunEnd;
import dev.membrane.internal.episode.Wilson;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.json.RecordCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sums and counts over the runs of one procedure. The order in which runs are added does not
 * matter. When a run is taken away, the sums are as if it had never been there. But where only the
 * latest or the most frequent values are kept, a value that the run had crowded out does not come
 * back. Not thread-safe.
 */
final class Tally {

  static final TallyCodec CODEC = new TallyCodec();

  private static final RecordCodec JSON = new RecordCodec();

  /** Texts of a run, of which the most frequent are kept. */
  enum Texts {
    /** The tools in their order, as JSON. */
    ORDERS,
    /** Why it failed. */
    MODES,
    /** What the agent heard before it called a tool. */
    SIGNALS,
    /** What it was for. */
    INTENTS
  }

  /** Things of a run that are few, all of which are kept. */
  enum Things {
    /** The tools that were called. */
    CALLS,
    /** The tools whose results later calls used. */
    FEEDS,
    /** The tools that say that they change nothing. */
    READS,
    /** The tools that say that they change something. */
    WRITES,
    /** The tools that, called again with the same arguments, answered the same. */
    SAME,
    /** The tools that, called again with the same arguments, answered something else. */
    OTHER,
    /** The pairs of calls of which one used what the other told. */
    DATA,
    /** The arguments, by call and name, that were told to the run before it used them. */
    TOLD
  }

  private Sums sums;
  private final LatestRuns latest;
  private final Surroundings around = new Surroundings();
  private final CallArguments arguments = new CallArguments();
  private final Map<Texts, TextCounts> texts = new EnumMap<>(Texts.class);
  private final Map<Things, Frequencies> things = new EnumMap<>(Things.class);
  private @Nullable String record;

  /**
   * Sums over the runs.
   *
   * @param latency the time of those that took time, in milliseconds
   * @param timed how many took time
   * @param confidence the highest confidence of the runs, 0 to 1; it stays when its run is taken
   *     away
   */
  record Sums(
      long runs, long successes, long failures, long latency, long timed, double confidence) {

    static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);

    static Sums of(Run run, int sign) {
      return new Sums(
          sign,
          run.isSuccess() ? sign : 0,
          run.isFailure() ? sign : 0,
          sign * run.latencyMillis(),
          run.latencyMillis() > 0 ? sign : 0,
          run.confidence());
    }

    /** The sums of a run of which only the end is known. */
    static Sums ofEnd(RunEnd end, int sign) {
      return new Sums(
          sign, end == RunEnd.SUCCESS ? sign : 0, end == RunEnd.FAILURE ? sign : 0, 0, 0, 0);
    }

    Sums plus(Sums other) {
      return new Sums(
          runs + other.runs,
          successes + other.successes,
          failures + other.failures,
          latency + other.latency,
          timed + other.timed,
          Math.max(confidence, other.confidence));
    }
  }

  Tally(Sums sums, Collection<RunUse> latest) {
    this.sums = sums;
    this.latest = new LatestRuns(latest);
  }

  /** The tally of the runs of several tallies. */
  static Tally of(List<Tally> tallies) {
    Tally all = new Tally(Sums.NONE, List.of());
    tallies.forEach(all::addAll);
    return all;
  }

  private void addAll(Tally other) {
    sums = sums.plus(other.sums);
    latest.addAll(other.latest.all());
    around.addAll(other.around);
    arguments.addAll(other.arguments);
    other.texts.forEach((kind, more) -> texts(kind).addAll(more));
    other.things.forEach((kind, more) -> things(kind).addAll(more));
  }

  Sums sums() {
    return sums;
  }

  LatestRuns latest() {
    return latest;
  }

  /** Where its runs succeeded and failed. */
  Surroundings surroundings() {
    return around;
  }

  CallArguments arguments() {
    return arguments;
  }

  TextCounts texts(Texts kind) {
    return texts.computeIfAbsent(kind, it -> new TextCounts());
  }

  Frequencies things(Things kind) {
    return things.computeIfAbsent(kind, it -> new Frequencies());
  }

  /** The id of the record that describes these runs. */
  Optional<String> record() {
    return Optional.ofNullable(record);
  }

  void setRecord(@Nullable String id) {
    record = id;
  }

  long successes() {
    return sums.successes();
  }

  long failures() {
    return sums.failures();
  }

  long runs() {
    return sums.runs();
  }

  @Nullable Double meanLatency() {
    return sums.timed() == 0 ? null : (Double) ((double) sums.latency() / sums.timed());
  }

  /**
   * The least of the best source's confidence, the bound of all, and how often runs went well,
   * which is nothing while no run is known to have gone well.
   */
  double confidence() {
    long known = successes() + failures();
    double wilson = known == 0 ? 0 : Wilson.lowerBound((double) successes() / known, known);
    return Math.min(Math.min(sums.confidence(), LearningContext.MAX_CONFIDENCE), wilson);
  }

  /** Adds a run, or, with a sign of -1, takes it away. */
  void add(String episodeId, Run run, int sign) {
    sums = sums.plus(Sums.of(run, sign));
    if (run.end() != RunEnd.UNKNOWN) {
      around.count(run.around(), run.isSuccess(), sign);
    }
    if (sign > 0) {
      latest.add(new RunUse(run.used(), episodeId, run.end()));
    } else {
      latest.remove(episodeId);
    }
    if (!run.isFailure()) {
      arguments.count(run, sign);
    }
  }

  /** Whether one of some runs may be in it, or its record is one of these ids. */
  boolean mayHave(Set<String> ids) {
    List<String> named = latest.episodes();
    return sums.runs() > named.size()
        || named.stream().anyMatch(ids::contains)
        || record().filter(ids::contains).isPresent();
  }

  /**
   * The tally without some runs of which nothing more is known. Only their ends are taken away. As
   * any text may be theirs, none stays but the orders of the tools.
   */
  Tally withoutWords(Set<String> ids) {
    Sums otherSums = sums;
    List<RunUse> uses = new ArrayList<>();
    for (RunUse use : latest.all()) {
      if (ids.contains(use.episodeId())) {
        otherSums = otherSums.plus(Sums.ofEnd(use.end(), -1));
      } else {
        uses.add(use);
      }
    }
    Tally without = new Tally(otherSums, uses);
    without.setRecord(record().filter(id -> !ids.contains(id)).orElse(null));
    without.texts(Texts.ORDERS).addAll(texts(Texts.ORDERS));
    things.forEach((kind, all) -> without.things(kind).addAll(all));
    without.things.remove(Things.TOLD);
    return without;
  }

  /** Adds the order of the tools of a run, unless it failed. */
  void addOrder(Run run, int sign) {
    if (!run.isFailure()) {
      texts(Texts.ORDERS).count(orderOf(run), sign, run.began());
    }
  }

  /** Adds why a run failed. */
  void addModes(Run run, int sign) {
    run.modes().forEach(mode -> texts(Texts.MODES).count(mode, sign, run.began()));
  }

  /** The order of tools that worked most often. */
  List<String> order() {
    List<String> orders = texts(Texts.ORDERS).best();
    return orders.isEmpty()
        ? List.of()
        : ((JsonArray) JSON.parse("order", orders.get(0)))
            .items().stream().map(tool -> ((JsonString) tool).value()).toList();
  }

  /** The tools of a run in their order, as one text. */
  static String orderOf(Run run) {
    return orderOf(run.tools());
  }

  /** Tools in their order, as one text. */
  static String orderOf(List<String> tools) {
    return JSON.write(JsonValue.of(tools));
  }

  /** The names of the tools that its runs called. */
  Set<String> tools() {
    return things(Things.CALLS).all().keySet();
  }
}
