/**
 * The sessions with the database: a pool of those that read, and a transaction of those that write,
 * which sends its statements in batches.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.session.ReadPool} and {@link
 * dev.membrane.store.postgres.internal.session.BatchedWrites}. The classes by what they are about:
 *
 * <ul>
 *   <li>reads: {@code ReadPool}
 *   <li>writes: {@code BatchedWrites}, {@code ScopeLocks}
 *   <li>what nodes agree on, and what keeps one from writing: {@code PostgresLeases}, {@code
 *       WriteObstacle}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.session;

import org.jspecify.annotations.NullMarked;
