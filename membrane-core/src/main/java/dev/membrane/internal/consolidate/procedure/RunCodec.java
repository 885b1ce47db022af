package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.internal.consolidate.procedure.Run.RunEnd;
import dev.membrane.schema.JsonObject;
import java.time.Instant;

/** How runs are stored, as members of the lessons that have them. */
final class RunCodec {

  private static final String TOOLS = "tools";
  private static final String ARGS = "args";
  private static final String SAID = "said";
  private static final String SUCCESS = "success";
  private static final String FAILURE = "failure";
  private static final String BEGAN = "began";
  private static final String USED = "used";
  private static final String LATENCY = "latency";
  private static final String CONFIDENCE = "confidence";
  private static final String AROUND = "around";
  private static final String MODES = "modes";

  private RunCodec() {}

  static StoredFields write(Run run) {
    return StoredFields.none()
        .put(TOOLS, run.tools())
        .put(ARGS, run.args().isEmpty() ? null : run.args())
        .put(SAID, run.said().isEmpty() ? null : run.said())
        .put(SUCCESS, run.isSuccess() ? true : null)
        .put(FAILURE, run.isFailure() ? true : null)
        .put(BEGAN, run.began())
        .put(USED, run.used())
        .put(LATENCY, run.latencyMillis() == 0 ? null : run.latencyMillis())
        .put(CONFIDENCE, run.confidence())
        .put(AROUND, run.around().members().isEmpty() ? null : run.around())
        .put(MODES, run.modes().isEmpty() ? null : run.modes());
  }

  static Run read(StoredFields stored) {
    RunEnd end =
        stored.truth(SUCCESS)
            ? RunEnd.SUCCESS
            : stored.truth(FAILURE) ? RunEnd.FAILURE : RunEnd.UNKNOWN;
    return new Run(
        stored.texts(TOOLS),
        stored.items(ARGS, JsonObject.class),
        stored.texts(SAID),
        end,
        instant(BEGAN, stored),
        instant(USED, stored),
        stored.count(LATENCY),
        stored.number(CONFIDENCE),
        stored.fields(AROUND).toJson(),
        stored.texts(MODES));
  }

  private static Instant instant(String name, StoredFields stored) {
    return stored
        .instant(name)
        .orElseThrow(() -> new IllegalArgumentException(name + " is required"));
  }
}
