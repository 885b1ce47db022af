/**
 * What PostgreSQL has in tables of its own next to those that all stores have.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.table.PostgresWrites}, which writes
 * them all. The classes by what they are about:
 *
 * <ul>
 *   <li>written by commits: {@code PostgresWrites}, {@code PostgresHeads}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.table;

import org.jspecify.annotations.NullMarked;
