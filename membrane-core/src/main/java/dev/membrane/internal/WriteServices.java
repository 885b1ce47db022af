package dev.membrane.internal;

import dev.membrane.internal.consolidate.ConsolidationService;
import dev.membrane.internal.consolidate.LearningContext;
import dev.membrane.internal.decay.DecayService;
import dev.membrane.internal.erase.ErasureParts;
import dev.membrane.internal.erase.ErasureService;
import dev.membrane.internal.ingest.IngestionService;
import dev.membrane.internal.revise.RevisionService;

/** The services that change what is known. */
record WriteServices(
    IngestionService ingestion,
    RevisionService revision,
    DecayService decay,
    ConsolidationService consolidation,
    ErasureService erasure) {

  static WriteServices of(EngineParts parts) {
    EngineConfig config = parts.config();
    LearningContext learning =
        new LearningContext(parts.store(), parts.records(), config.policy(), parts.ids());
    return new WriteServices(
        new IngestionService(
            parts.store(), parts.records(), config.policy(), parts.clock(), parts.ids()),
        new RevisionService(parts.store(), parts.records(), parts.clock(), parts.ids()),
        new DecayService(parts.store(), parts.records(), config.policy(), parts.clock()),
        new ConsolidationService(
            learning, parts.stages(), parts.clock(), parts.locks(), parts.observer(), parts.runs()),
        new ErasureService(
            new ErasureParts(learning, DefaultStages.addedTo(parts.stages()), parts.analyzer()),
            parts.clock(),
            parts.locks()));
  }
}
