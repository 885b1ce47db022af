/**
 * What every service of the engine shares: who is asking, the errors that callers see, and how a
 * commit is tried again when another writer was faster.
 */
@NullMarked
package dev.membrane.internal.engine;

import org.jspecify.annotations.NullMarked;
