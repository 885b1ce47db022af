package dev.membrane.internal;

import dev.membrane.internal.access.ReadableStore;
import dev.membrane.internal.audit.AuditService;
import dev.membrane.internal.consolidate.procedure.LearnedRuns;
import dev.membrane.internal.embed.EmbeddingService;
import dev.membrane.internal.history.HistoryPeriod;
import dev.membrane.internal.history.PastStores;
import dev.membrane.internal.listing.ListingService;
import dev.membrane.internal.listing.VersionDiffs;
import dev.membrane.internal.listing.VersionPages;
import dev.membrane.internal.metrics.JobsService;
import dev.membrane.internal.metrics.MetricsService;
import dev.membrane.internal.receipt.ReceiptService;
import dev.membrane.internal.retrieve.RetrievalService;
import dev.membrane.internal.retrieve.vector.VectorWait;
import dev.membrane.internal.text.RecordText;
import dev.membrane.spi.store.MemoryStore;
import org.jspecify.annotations.Nullable;

/** The services that tell what is known, and how it came to be. */
public record ReadServices(
    RetrievalService retrieval,
    ListingService listing,
    VersionPages versions,
    VersionDiffs diffs,
    ReceiptService receipts,
    AuditService audit,
    MetricsService metrics,
    JobsService waiting) {

  /**
   * The services over what an engine shares.
   *
   * @param embedding null: records are found by words only
   */
  static ReadServices of(
      EngineParts parts,
      HistoryPeriod period,
      EngineSettings settings,
      @Nullable EmbeddingService embedding) {
    PastStores past = new PastStores(period, new RecordText(parts.analyzer())::termsOf);
    MemoryStore readable = new ReadableStore(parts.store());
    LearnedRuns runs = new LearnedRuns();
    RetrievalService retrieval =
        new RetrievalService(
            readable,
            parts.analyzer(),
            settings.embedder(),
            parts.config().retrieval(),
            parts.clock(),
            embedding == null ? VectorWait.NONE : embedding::await,
            settings.tracer(),
            past,
            runs);
    return new ReadServices(
        retrieval,
        new ListingService(readable, parts.clock(), past, runs),
        new VersionPages(parts.store()),
        new VersionDiffs(parts.store()),
        new ReceiptService(
            readable, retrieval, parts.config().history().receipts(), parts.clock(), parts.ids()),
        new AuditService(parts.store()),
        new MetricsService(
            parts.store(), parts.clock(), embedding == null ? store -> 0 : embedding::backlog),
        new JobsService(parts.store(), parts.runs()));
  }
}
