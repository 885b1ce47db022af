package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.consolidate.StoredLesson;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Why runs failed, as their lessons say. A lesson goes with its episode. */
public final class LearnedFailures {

  private LearnedFailures() {}

  /** The failure modes of those of some episodes that a lesson about a failure is known of. */
  public static Map<String, String> of(Collection<String> episodeIds, MemoryStore store) {
    List<String> names =
        episodeIds.stream().map(id -> LearnedKeys.keyName(CompetenceStage.NAME, id)).toList();
    Map<String, String> modes = new HashMap<>();
    for (Key key : names.isEmpty() ? List.<Key>of() : store.find(names)) {
      StoredLesson.of(key).lesson().map(CompetenceLesson.CODEC::read).stream()
          .flatMap(lesson -> lesson.run().modes().stream())
          .forEach(mode -> modes.put(String.valueOf(key.owner()), mode));
    }
    return modes;
  }
}
