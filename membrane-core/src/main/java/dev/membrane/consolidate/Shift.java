package dev.membrane.consolidate;

import dev.membrane.schema.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange does to one note: a run is taken away, added, or exchanged for a later version
 * of itself.
 *
 * @param former null: nothing is taken away
 * @param latter null: nothing is added
 */
record Shift(@Nullable Fields former, @Nullable Fields latter) {

  /** The shifts of an exchange, by the note that each concerns. */
  static Map<String, Shift> of(
      JsonObject former, JsonObject lesson, Function<Fields, String> noteOf) {
    Map<String, Shift> shifts = new LinkedHashMap<>();
    if (!former.members().isEmpty()) {
      Fields run = Fields.of(former);
      shifts.put(noteOf.apply(run), new Shift(run, null));
    }
    if (!lesson.members().isEmpty()) {
      Fields run = Fields.of(lesson);
      shifts.merge(
          noteOf.apply(run),
          new Shift(null, run),
          (taken, added) -> new Shift(taken.former(), added.latter()));
    }
    return shifts;
  }

  /** Whether the latter run has something that counts and the former had not. */
  boolean turnsTo(String truth) {
    return latter != null && latter.truth(truth) && (former == null || !former.truth(truth));
  }

  /** Why a record changes, in words. */
  String reason(String episodeId) {
    if (latter == null) {
      return "No longer a run: episode " + episodeId;
    }
    return (former == null ? "Another run: episode " : "A run that ended otherwise: episode ")
        + episodeId;
  }
}
