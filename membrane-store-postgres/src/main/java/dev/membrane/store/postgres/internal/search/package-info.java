/**
 * Search by terms, tags and vectors; by vectors with the extension pgvector where the server has
 * it.
 *
 * <p>To read first: {@link dev.membrane.store.postgres.internal.search.PostgresTermSearch} and
 * {@link dev.membrane.store.postgres.internal.search.PostgresVectors}. The classes by what they are
 * about:
 *
 * <ul>
 *   <li>terms and tags: {@code PostgresTermSearch}, {@code PostgresWordPools}
 *   <li>vectors: {@code PostgresVectors}, {@code PostgresNearest}, {@code PassingCount}, {@code
 *       DecryptedVectors}
 *   <li>pgvector: {@code Pgvector}, {@code VectorIndex}, {@code VectorIndexes}
 *   <li>hits: {@code PostgresLookup}
 * </ul>
 */
@NullMarked
package dev.membrane.store.postgres.internal.search;

import org.jspecify.annotations.NullMarked;
