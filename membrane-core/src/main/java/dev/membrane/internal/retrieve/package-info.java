/**
 * How memory comes back: the trust gate, three rankings fused into one, the selector of procedures,
 * and the reasons for the order.
 */
@NullMarked
package dev.membrane.internal.retrieve;

import org.jspecify.annotations.NullMarked;
