/**
 * Search by terms, tags and vectors.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.search.SqliteTermSearch} and {@link
 * dev.membrane.store.sqlite.internal.search.SqliteVectors}. The classes by what they are about:
 *
 * <ul>
 *   <li>terms and tags: {@code SqliteTermSearch}, {@code SqliteWordPools}
 *   <li>vectors: {@code SqliteVectors}, {@code SqliteNearest}, {@code VectorLookup}
 *   <li>hits: {@code SqliteLookup}
 * </ul>
 */
@NullMarked
package dev.membrane.store.sqlite.internal.search;

import org.jspecify.annotations.NullMarked;
