/**
 * What all changes of records share: finding the target within the caller's trust, making the steps
 * of a changeset with their audit entries and pruning instants, and making the answer for the
 * caller.
 *
 * <p>To read first: {@link dev.membrane.internal.change.RecordChanges}, {@link
 * dev.membrane.internal.change.Targets} and {@link dev.membrane.internal.change.Retention}.
 */
@NullMarked
package dev.membrane.internal.change;

import org.jspecify.annotations.NullMarked;
