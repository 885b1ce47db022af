/**
 * What every service of the engine shares: who is asking, the errors that callers see, and how a
 * commit is tried again when another writer was faster.
 *
 * <p>To read first: {@link dev.membrane.internal.engine.CommitRetry}, {@link
 * dev.membrane.internal.engine.StoreLocks} and {@link dev.membrane.internal.engine.Withholding}.
 * The rest by what it is about:
 *
 * <ul>
 *   <li>names and texts that callers write: {@code RecordIds}, {@code NamedIds}, {@code Scopes},
 *       {@code Texts}, {@code Parts}, {@code Weight}
 *   <li>keys in a store: {@code IdempotentCallKeys}, {@code AnswerReceipts}, {@code ErasureKeys},
 *       {@code HistoryKey}, {@code ProcedureKeys}
 *   <li>episodes and procedures: {@code EpisodeParts}, {@code LatestEpisode}, {@code RunGroups},
 *       {@code EndedRuns}, {@code ProcedureOutcomes}, {@code ClaimedCounts}, {@code Wilson}
 *   <li>calls and jobs under way: {@code CallsUnderWay}, {@code AttendedStore}, {@code RunLog}
 *   <li>audit: {@code Mandate}, {@code EngineActors}, {@code ErasureProof}, {@code Digest}, {@code
 *       Sha256}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.engine;

import org.jspecify.annotations.NullMarked;
