package dev.membrane.llm;

import dev.membrane.internal.audit.AuditChain;
import dev.membrane.internal.change.PolicyDefaults;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Retention;
import dev.membrane.internal.consolidate.ConsolidationService;
import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.consolidate.fact.ExtractionStage;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.internal.retrieve.RetrievalConfig;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.internal.work.StoreLocks;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The services that learning needs, without anything that runs by itself. */
final class Engine {

  final IngestionService ingestion;
  final RetrievalService retrieval;
  final ConsolidationService consolidation;
  private final AtomicLong last = new AtomicLong();

  Engine(MemoryStore store, Extractor extractor, InstantSource clock) {
    RecordChanges records =
        new RecordChanges(
            new RecordText(new TextAnalyzer()),
            new AuditChain(() -> "nonce-" + last.incrementAndGet()),
            Retention.DEFAULTS);
    PolicyDefaults defaults = PolicyDefaults.DEFAULTS;
    ingestion = new IngestionService(store, records, defaults, clock, this::id);
    retrieval =
        new RetrievalService(store, new TextAnalyzer(), null, RetrievalConfig.DEFAULTS, clock);
    consolidation =
        new ConsolidationService(
            new LearningContext(store, defaults, this::id),
            records,
            List.of(new ExtractionStage(extractor, Sensitivity.LOW)),
            clock,
            new StoreLocks(store, "here"),
            Observer.NONE);
  }

  private String id() {
    return "01890a5d-ac96-774b-8000-%012d".formatted(last.incrementAndGet());
  }
}
