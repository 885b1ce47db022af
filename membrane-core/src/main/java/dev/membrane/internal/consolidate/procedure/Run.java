package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.episode.RunGroups;
import dev.membrane.schema.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What every lesson about a procedure has in common.
 *
 * @param tools the tools that were called, in order
 * @param args the arguments of each call; none where only the latest runs are kept
 * @param said the arguments whose values were told to it, by {@link CallArguments#argumentName}
 * @param began the first thing that happened
 * @param used the last tool call
 * @param latencyMillis from the first thing that happened to the last; 0 if that is not known
 * @param confidence the confidence of the episode, 0 to 1
 * @param around what surrounded it, by name
 * @param modes why it failed
 */
record Run(
    List<String> tools,
    List<JsonObject> args,
    List<String> said,
    RunEnd end,
    Instant began,
    Instant used,
    long latencyMillis,
    double confidence,
    JsonObject around,
    List<String> modes) {

  /** How a run ended, as far as it teaches anything. */
  enum RunEnd {
    SUCCESS("s"),
    FAILURE("f"),
    UNKNOWN("");

    private final String letter;

    RunEnd(String letter) {
      this.letter = letter;
    }

    /** One letter, or none if the end is not known. */
    String letter() {
      return letter;
    }

    /** The end that has a letter. */
    static RunEnd of(String letter) {
      return switch (letter) {
        case "s" -> SUCCESS;
        case "f" -> FAILURE;
        default -> UNKNOWN;
      };
    }
  }

  /** Copies the lists. */
  Run {
    tools = List.copyOf(tools);
    args = List.copyOf(args);
    said = List.copyOf(said);
    modes = List.copyOf(modes);
  }

  boolean isSuccess() {
    return end == RunEnd.SUCCESS;
  }

  boolean isFailure() {
    return end == RunEnd.FAILURE;
  }

  /** The tools sorted, repeated ones repeated. */
  String signature() {
    return RunGroups.joined(tools);
  }

  /** The run without all that was said, told and given. */
  Run withoutWords() {
    return new Run(
        tools,
        List.of(),
        List.of(),
        end,
        began,
        used,
        latencyMillis,
        confidence,
        new JsonObject(Map.of()),
        List.of());
  }

  Run withoutArguments() {
    return new Run(
        tools, List.of(), List.of(), end, began, used, latencyMillis, confidence, around, modes);
  }
}
