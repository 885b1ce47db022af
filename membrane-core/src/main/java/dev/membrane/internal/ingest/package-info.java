/**
 * Ingestion: a request becomes a candidate, the classifier decides its type, the policy checks it
 * and sets its defaults, and one commit stores the record. Every call stores a whole record or
 * nothing.
 *
 * <p>To read first: {@link dev.membrane.internal.ingest.IngestionService}, {@code IngestPlanner},
 * {@code IngestCommits} and {@code Episodes}. The rest by what it is about:
 *
 * <ul>
 *   <li>from a request to a record: {@code IngestLimits}, {@code MemoryCandidate}, {@code
 *       CandidateKind}, {@code Classifier}, {@code PolicyEngine}, {@code PolicyResult}, {@code
 *       AdmittedCandidate}, {@code RequestPayloads}, {@code IngestPlan}
 *   <li>runs of an agent: {@code EpisodePart}, {@code OpenEpisodes}
 *   <li>how runs ended: {@code Outcomes}, {@code EndedEpisode}, {@code UsedRecords}, {@code
 *       OutcomeEffect}, {@code ReportedOutcomes}, {@code ReportedAborts}
 *   <li>facts: {@code Observations}, {@code Reinforcement}
 *   <li>records that a caller has composed: {@code FullRecords}, {@code Completion}, {@code
 *       SourceHashes}
 *   <li>repeats of a call: {@code IngestCall}, {@code IdempotentCall}, {@code KeyExpiry}
 *   <li>batches: {@code BatchCommits}, {@code CommitPrecedence}, {@code PendingStore}, {@code
 *       FaultyItem}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.ingest;

import org.jspecify.annotations.NullMarked;
