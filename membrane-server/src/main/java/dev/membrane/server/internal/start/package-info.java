/**
 * The life of a server: what a configuration asks for, the start of it, the reload of its keys, and
 * the end.
 *
 * <p>To read first: {@link dev.membrane.server.internal.start.Server} and {@link
 * dev.membrane.server.internal.start.ServerConfig}.
 */
@NullMarked
package dev.membrane.server.internal.start;

import org.jspecify.annotations.NullMarked;
