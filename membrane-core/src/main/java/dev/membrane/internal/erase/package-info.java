/**
 * Erasure: records go with everything that was learned from them, in commits of bounded size that
 * are resumed after the end of the process, and a proof of what was erased stays.
 *
 * <p>To read first: {@link dev.membrane.internal.erase.ErasureService}, {@code Erasure} and {@code
 * LearnedErasure}. The rest by what it is about:
 *
 * <ul>
 *   <li>the course of an erasure: {@code ErasureParts}, {@code ErasureTarget}, {@code
 *       ErasureDryRun}, {@code ErasureState}, {@code ErasedBatch}, {@code ErasureCounts}, {@code
 *       ErasureReportBuilder}
 *   <li>what a request names: {@code TargetPages}, {@code PrunedTargets}, {@code PrunedPlace},
 *       {@code LastStates}, {@code QuotedTarget}, {@code OtherRecords}
 *   <li>what was learned from it: {@code Lineage}, {@code SharedEvidence}, {@code DerivedVersions},
 *       {@code FormerGrounds}, {@code ReadLogs}, {@code LostRunWithdrawal}
 *   <li>what goes with a record: {@code ErasedRecords}, {@code ErasedIds}, {@code OutcomeErasure},
 *       {@code SharedRationales}, {@code NamingRationales}, {@code ContestErasure}, {@code
 *       KeyErasure}, {@code NoteErasure}, {@code LessonErasure}, {@code TombstoneErasure}, {@code
 *       ScopeDataKey}
 *   <li>what nobody can read: {@code UnreadableRemains}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.erase;

import org.jspecify.annotations.NullMarked;
