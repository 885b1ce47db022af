/** The door for programs: {@link dev.membrane.Membrane} and its builder. */
@NullMarked
package dev.membrane;

import org.jspecify.annotations.NullMarked;
