/**
 * The connections that write: scopes are divided among them, and each sends the statements of a
 * transaction in batches.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.write.BatchedWrites}.
 */
@NullMarked
package dev.membrane.store.postgres.internal.write;

import org.jspecify.annotations.NullMarked;
