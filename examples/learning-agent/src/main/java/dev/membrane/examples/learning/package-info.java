/** An agent without a memory of its own that gets better, because Membrane remembers for it. */
@NullMarked
package dev.membrane.examples.learning;

import org.jspecify.annotations.NullMarked;
