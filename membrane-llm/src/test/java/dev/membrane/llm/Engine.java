package dev.membrane.llm;

import dev.membrane.audit.AuditChain;
import dev.membrane.change.PolicyDefaults;
import dev.membrane.change.RecordChanges;
import dev.membrane.change.Retention;
import dev.membrane.consolidate.ConsolidationService;
import dev.membrane.consolidate.ExtractionStage;
import dev.membrane.engine.Turns;
import dev.membrane.ingest.IngestionService;
import dev.membrane.retrieve.RetrievalConfig;
import dev.membrane.retrieve.RetrievalService;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Observer;
import dev.membrane.text.RecordText;
import dev.membrane.text.TextAnalyzer;
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
            store,
            records,
            List.of(new ExtractionStage(extractor, Sensitivity.LOW)),
            defaults,
            clock,
            this::id,
            new Turns(store, "here"),
            Observer.NONE);
  }

  private String id() {
    return "01890a5d-ac96-774b-8000-%012d".formatted(last.incrementAndGet());
  }
}
