/**
 * What reads keep in memory. Rows are forgotten when they change, so that a read never sees less
 * than was committed before it.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.cache.Caches} and {@link
 * dev.membrane.store.sqlite.internal.cache.RowCache}.
 */
@NullMarked
package dev.membrane.store.sqlite.internal.cache;

import org.jspecify.annotations.NullMarked;
