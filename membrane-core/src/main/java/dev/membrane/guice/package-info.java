/** Binds a memory where Guice wires the program. */
@NullMarked
package dev.membrane.guice;

import org.jspecify.annotations.NullMarked;
