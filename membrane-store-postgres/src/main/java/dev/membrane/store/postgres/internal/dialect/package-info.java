/**
 * What PostgreSQL says in its own way in the statements that all stores share, and how it finds
 * records by words.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.dialect.PostgresDialect}. The
 * classes by what they are about:
 *
 * <ul>
 *   <li>phrases: {@code PostgresDialect}
 *   <li>words and tags: {@code PostgresWordIndex}, {@code PostgresWordMatch}, {@code
 *       PostgresTagConditions}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.dialect;

import org.jspecify.annotations.NullMarked;
