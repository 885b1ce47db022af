/**
 * How much of a transport an address may have: a transport that listens counts its connections, and
 * what of them lasts, by where they come from.
 *
 * <p>To read first: {@link dev.membrane.server.limits.CallerAddress}.
 */
@NullMarked
package dev.membrane.server.limits;

import org.jspecify.annotations.NullMarked;
