/**
 * A memory on a server: {@link dev.membrane.client.MembraneClient} is a {@link
 * dev.membrane.Membrane} whose calls go over gRPC.
 *
 * <p>To read first: {@code MembraneClient}, {@code Rpc} and {@code Failures}.
 */
@NullMarked
package dev.membrane.client;

import org.jspecify.annotations.NullMarked;
