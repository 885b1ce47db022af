package dev.membrane.internal.episode;

import dev.membrane.internal.episode.ProcedureUse.Counting;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Sha256;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.commit.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The runs of one scope and sensitivity that failed at a call. Such a run counts against each
 * procedure whose first steps it took: it would have gone on if that step had worked.
 *
 * @param runs the latest {@value #MAX}, in the order of time
 */
public record AbortedRuns(List<AbortedRun> runs) {

  /** None is known. */
  public static final AbortedRuns NONE = new AbortedRuns(List.of());

  private static final int MAX = 64;

  /** More are no beginning of a procedure that anybody compares. */
  private static final int MAX_STEPS = 64;

  private static final int CODE_LENGTH = 16;
  private static final String BETWEEN = " ";

  private static final Pattern PLAIN_ERROR =
      Pattern.compile("error:\\s*(\\S.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Comparator<AbortedRun> IN_TIME =
      Comparator.comparing(AbortedRun::at).thenComparing(AbortedRun::episodeId);

  /** Copies the list. */
  public AbortedRuns {
    runs = List.copyOf(runs);
  }

  /**
   * A run that failed at its last call.
   *
   * @param at when its outcome was told, in whole microseconds
   * @param steps a code of its calls in their order
   */
  record AbortedRun(Instant at, String episodeId, String steps) {

    private static AbortedRun parse(String text) {
      String[] parts = text.split(":", -1);
      Instant at = Timestamps.ofEpochMicros(Long.parseLong(parts[0]));
      return new AbortedRun(at, parts[1], parts[2]);
    }

    private ProcedureUse use() {
      return new ProcedureUse(at, episodeId, false, Counting.BY_LEARNING);
    }

    private String text() {
      return Timestamps.toEpochMicros(at) + ":" + episodeId + ":" + steps;
    }
  }

  /**
   * A run that took the first steps of a procedure.
   *
   * @param use as which it counts
   * @param tool the one that failed
   */
  public record FailedStart(ProcedureUse use, String tool) {}

  /**
   * The steps of a failed run, as a code; empty if its last call did not end in an error, or there
   * are more than {@value #MAX_STEPS}. A call that failed and was tried again at once is no step of
   * its own.
   */
  public static Optional<String> steps(List<ToolNode> calls) {
    if (calls.isEmpty() || error(calls.get(calls.size() - 1)).isEmpty()) {
      return Optional.empty();
    }
    List<String> tools = RunGroups.tools(calls);
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      boolean isTriedAgain = i + 1 < calls.size() && tools.get(i).equals(tools.get(i + 1));
      if (!isTriedAgain || error(calls.get(i)).isEmpty()) {
        steps.add(tools.get(i));
      }
    }
    return steps.size() > MAX_STEPS
        ? Optional.empty()
        : Optional.of(codes(steps).get(steps.size() - 1));
  }

  /**
   * What went wrong with a call: the text {@code error} of its result, or what follows "Error:" if
   * the result is a text that begins so. Empty if the result says nothing of the kind.
   */
  public static Optional<String> error(ToolNode call) {
    if (call.result() instanceof JsonString text) {
      Matcher plain = PLAIN_ERROR.matcher(text.value());
      return plain.matches() ? Optional.of(plain.group(1)) : Optional.empty();
    }
    return call.result() instanceof JsonObject result
            && result.get("error") instanceof JsonString error
            && !error.value().isEmpty()
        ? Optional.of(error.value())
        : Optional.empty();
  }

  /** A code for each beginning of some steps, the shortest first. */
  private static List<String> codes(List<String> steps) {
    List<String> codes = new ArrayList<>();
    String code = "";
    for (String step : steps) {
      code = Sha256.of(code + "\n" + step).substring(0, CODE_LENGTH);
      codes.add(code);
    }
    return codes;
  }

  /** With a run in the place of what was known of its episode. */
  public AbortedRuns with(Instant at, String episodeId, String steps) {
    List<AbortedRun> all = new ArrayList<>(without(episodeId).runs);
    all.add(new AbortedRun(at, episodeId, steps));
    all.sort(IN_TIME);
    return new AbortedRuns(all.subList(Math.max(0, all.size() - MAX), all.size()));
  }

  /** Without what is known of an episode. */
  public AbortedRuns without(String episodeId) {
    return new AbortedRuns(
        runs.stream().filter(run -> !run.episodeId().equals(episodeId)).toList());
  }

  /** Those that took the first steps of a procedure that calls some tools in this order. */
  public List<FailedStart> startsOf(List<String> tools) {
    if (runs.isEmpty()) {
      return List.of();
    }
    List<String> codes = codes(tools.subList(0, Math.min(MAX_STEPS, tools.size())));
    return runs.stream()
        .filter(run -> codes.contains(run.steps()))
        .map(run -> new FailedStart(run.use(), tools.get(codes.indexOf(run.steps()))))
        .toList();
  }

  /** What a key holds; none without one. */
  public static AbortedRuns of(Optional<Key> key) {
    return key.map(it -> parse(it.value())).orElse(NONE);
  }

  /** What {@link #text} wrote; none if the text is anything else. */
  public static AbortedRuns parse(String text) {
    try {
      return new AbortedRuns(Arrays.stream(text.split(BETWEEN)).map(AbortedRun::parse).toList());
    } catch (NumberFormatException | IndexOutOfBoundsException garbage) {
      return NONE;
    }
  }

  /** Whether a text is one that {@link #parse} reads without loss. */
  public static boolean isSound(String text) {
    AbortedRuns parsed = parse(text);
    return parsed.text().equals(text)
        && parsed.runs.size() <= MAX
        && parsed.runs.stream().allMatch(run -> Timestamps.isInRange(run.at()));
  }

  /** A word for each run. */
  public String text() {
    return runs.stream().map(AbortedRun::text).collect(Collectors.joining(BETWEEN));
  }
}
