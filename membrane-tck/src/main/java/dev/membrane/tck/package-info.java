/**
 * The contract tests that every store passes, and the rules of architecture that every module
 * keeps. A vendor writes one class that extends {@link dev.membrane.tck.MemoryStoreTck}.
 */
@NullMarked
package dev.membrane.tck;

import org.jspecify.annotations.NullMarked;
