/**
 * Search by terms, tags and vectors.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.search.SqliteTermSearch} and {@link
 * dev.membrane.store.sqlite.internal.search.SqliteVectors}.
 */
@NullMarked
package dev.membrane.store.sqlite.internal.search;

import org.jspecify.annotations.NullMarked;
