package dev.membrane.internal.erase;

import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.spi.Stage;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;

/**
 * What every erasure of a memory needs.
 *
 * @param stages all that may have taught something: those of the memory, and the default ones,
 *     which it may have had before others were chosen
 */
public record ErasureParts(LearningContext learning, List<Stage<?>> stages, TextAnalyzer analyzer) {

  RecordChanges records() {
    return learning.records();
  }

  MemoryStore store() {
    return learning.store();
  }
}
