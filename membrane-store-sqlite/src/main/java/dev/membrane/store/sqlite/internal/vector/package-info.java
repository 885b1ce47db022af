/**
 * An index of vectors in memory: the signs of their numbers, in planes of bits that are compared
 * many at once.
 *
 * <p>To read first: {@link dev.membrane.store.sqlite.internal.vector.SignIndex}.
 */
@NullMarked
package dev.membrane.store.sqlite.internal.vector;

import org.jspecify.annotations.NullMarked;
