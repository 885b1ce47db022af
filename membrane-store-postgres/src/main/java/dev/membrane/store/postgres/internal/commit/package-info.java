/**
 * How a node commits a batch: a few connections, among which the scopes are divided.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.commit.Writers}. The classes by
 * what they are about:
 *
 * <ul>
 *   <li>connections: {@code Writers}
 *   <li>commits of one: {@code PostgresCommits}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.commit;

import org.jspecify.annotations.NullMarked;
