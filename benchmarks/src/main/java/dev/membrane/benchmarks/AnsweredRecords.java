package dev.membrane.benchmarks;

import dev.membrane.Membrane;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.List;

/** Records as they are answered. */
final class AnsweredRecords {

  private AnsweredRecords() {}

  static List<MemoryRecord> records(int count) {
    Corpus corpus = new Corpus(count);
    List<MemoryRecord> records = new ArrayList<>();
    try (Membrane engine = Membrane.builder().store(new InMemoryStore()).build()) {
      for (int n = 0; n < count; n++) {
        records.add(
            (MemoryRecord) engine.ingestion().observe(corpus.observation("scope:0")).record());
      }
    }
    return records;
  }
}
