/**
 * What all changes of records share: finding the target within the caller's trust, making the steps
 * of a changeset with their audit entries and pruning instants, and making the answer for the
 * caller.
 *
 * <p>To read first: {@link dev.membrane.internal.change.RecordChanges}, {@link
 * dev.membrane.internal.change.TargetLookup} and {@link dev.membrane.internal.change.Retention}.
 * The rest by what it is about:
 *
 * <ul>
 *   <li>the call: {@code ChangeReason}, {@code Claims}, {@code NewIds}, {@code PolicyDefaults},
 *       {@code DraftedLifecycle}, {@code InheritedLifecycle}, {@code Write}, {@code RecordAnswers}
 *   <li>facts: {@code FactIdentity}, {@code FactPlace}, {@code SimilarFacts}
 *   <li>episodes and threads of work: {@code LearnedKeys}, {@code OpenRecords}, {@code
 *       WorkingThreads}
 *   <li>quotas: {@code Quotas}, {@code Usage}
 *   <li>records that do not hold any more, or cannot be read: {@code Withdrawal}, {@code
 *       QueueRepair}
 *   <li>records of an earlier version: {@code Reindexing}
 * </ul>
 */
@NullMarked
package dev.membrane.internal.change;

import org.jspecify.annotations.NullMarked;
