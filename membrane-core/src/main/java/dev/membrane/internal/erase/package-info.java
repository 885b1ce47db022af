/**
 * Erasure: records go with everything that was learned from them, in commits of bounded size that
 * are resumed after the end of the process, and a proof of what was erased stays.
 */
@NullMarked
package dev.membrane.internal.erase;

import org.jspecify.annotations.NullMarked;
