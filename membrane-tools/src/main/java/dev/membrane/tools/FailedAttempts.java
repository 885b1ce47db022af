package dev.membrane.tools;

import dev.membrane.RetrieveRequest;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
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
import java.util.stream.Collectors;

/** Tells of runs of a task that failed, where no procedure is known for it. */
final class FailedAttempts {

  private static final int LOOKED_AT = 20;
  private static final int MOST = 3;
  private static final int REASON = 150;
  private static final RecordCodec CODEC = new RecordCodec();

  private FailedAttempts() {}

  /** How many there are and how the latest steps of some ended; empty if there is none. */
  static String text(ToolSession session, String task) {
    RetrieveRequest request =
        RetrieveRequest.builder()
            .trust(session.trust())
            .taskDescriptor(task)
            .memoryTypes(Set.of(MemoryType.EPISODIC))
            .limit(LOOKED_AT)
            .matchingOnly(true)
            .build();
    List<MemoryRecord> failed =
        session.memory().retrieval().retrieve(request).records().stream()
            .filter(record -> isLike(task, (EpisodicPayload) record.payload()))
            .toList();
    return failed.isEmpty()
        ? ""
        : failed.size()
            + (failed.size() == 1 ? " attempt" : " attempts")
            + " failed; the last calls were:"
            + failed.stream().limit(MOST).map(FailedAttempts::line).collect(Collectors.joining());
  }

  /** A word in common does not make it the same task: half of them have to be. */
  private static boolean isLike(String task, EpisodicPayload run) {
    if (run.outcome() != OutcomeStatus.FAILURE) {
      return false;
    }
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

  private static String line(MemoryRecord record) {
    List<ToolNode> calls = ((EpisodicPayload) record.payload()).toolGraph();
    String reason = calls.isEmpty() ? "none was told" : reason(calls.get(calls.size() - 1));
    return "\n" + TextLimit.cut(reason.replaceAll("\\s+", " "), REASON) + " (" + record.id() + ")";
  }

  private static String reason(ToolNode call) {
    JsonValue result = call.result();
    if (result instanceof JsonObject object
        && object.members().get("error") instanceof JsonString error) {
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
