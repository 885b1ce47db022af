/**
 * A look for words that must not be in any byte that is stored.
 *
 * <p>To read first: {@link dev.membrane.internal.scan.WordScan}.
 */
@NullMarked
package dev.membrane.internal.scan;

import org.jspecify.annotations.NullMarked;
