package dev.membrane.tools;

import dev.membrane.RetrieveRequest;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Limits;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells of runs of a task that are stored, where no procedure is known for it. */
final class EarlierRuns {

  private static final int LOOKED_AT = 20;
  private static final int MAX = 3;
  private static final int MAX_LENGTH = 150;
  private static final RecordCodec CODEC = new RecordCodec();

  private EarlierRuns() {}

  /**
   * How many failed and how the latest steps of some ended, and how many succeeded and what some
   * called; empty if there is none.
   */
  static String text(ToolSession session, String task) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(session.trust())
            .taskDescriptor(task)
            .memoryTypes(Set.of(MemoryType.EPISODIC))
            .limit(LOOKED_AT)
            .matchingOnly(true)
            .build();
    List<MemoryRecord> alike =
        session.memory().retrieval().retrieve(request).records().stream()
            .filter(record -> isLike(task, run(record)))
            .toList();
    return Stream.of(failed(alike), succeeded(alike))
        .filter(told -> !told.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private static EpisodicPayload run(MemoryRecord record) {
    return (EpisodicPayload) record.payload();
  }

  private static String failed(List<MemoryRecord> alike) {
    List<MemoryRecord> failed =
        alike.stream().filter(record -> run(record).outcome() == OutcomeStatus.FAILURE).toList();
    String what = failed.size() == 1 ? " attempt" : " attempts";
    return lines(failed, what + " failed; the last calls were:", EarlierRuns::lastCall);
  }

  /** A single success teaches no procedure, and many wait for hours to be learned from. */
  private static String succeeded(List<MemoryRecord> alike) {
    List<MemoryRecord> succeeded =
        alike.stream()
            .filter(record -> run(record).outcome() == OutcomeStatus.SUCCESS)
            .filter(record -> !run(record).toolGraph().isEmpty())
            .toList();
    String what = succeeded.size() == 1 ? " attempt" : " attempts";
    return lines(succeeded, what + " succeeded; the calls were:", EarlierRuns::calls);
  }

  private static String lines(
      List<MemoryRecord> runs, String what, Function<List<ToolNode>, String> told) {
    return runs.isEmpty()
        ? ""
        : runs.size()
            + what
            + runs.stream()
                .limit(MAX)
                .map(record -> line(record, told.apply(run(record).toolGraph())))
                .collect(Collectors.joining());
  }

  private static String line(MemoryRecord record, String told) {
    return "\n"
        + Limits.beginning(told.replaceAll("\\s+", " "), MAX_LENGTH)
        + " ("
        + record.id()
        + ")";
  }

  /** A word in common does not make it the same task: half of them have to be. */
  private static boolean isLike(String task, EpisodicPayload run) {
    String told =
        run.timeline().stream()
            .map(TimelineEvent::summary)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(" "))
            .toLowerCase(Locale.ROOT);
    List<String> words =
        Arrays.stream(task.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1))
            .filter(word -> !word.isEmpty())
            .distinct()
            .toList();
    return 2 * words.stream().filter(told::contains).count() >= words.size();
  }

  private static String calls(List<ToolNode> calls) {
    return calls.stream().map(ToolNode::tool).collect(Collectors.joining(", "));
  }

  private static String lastCall(List<ToolNode> calls) {
    return calls.isEmpty() ? "none was told" : reason(calls.get(calls.size() - 1));
  }

  private static String reason(ToolNode call) {
    JsonValue result = call.result();
    if (result instanceof JsonObject object && object.get("error") instanceof JsonString error) {
      result = error;
    }
    if (result == null) {
      return call.tool();
    }
    return call.tool()
        + ": "
        + (result instanceof JsonString text ? text.value() : CODEC.write(result));
  }
}
