package dev.membrane.internal.skill;

import dev.membrane.internal.episode.SourceRun;
import dev.membrane.spi.MemoryStore;
import java.util.Collection;
import java.util.Map;

/** Tells what calls runs made. */
@FunctionalInterface
public interface SourceRuns {

  /** The successful ones of some episodes by their ids, as far as they are known. */
  Map<String, SourceRun> of(Collection<String> episodeIds, MemoryStore store);
}
