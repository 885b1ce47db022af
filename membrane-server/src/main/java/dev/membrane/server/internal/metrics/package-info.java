/**
 * Counts what the server does, and serves the pages of monitoring on an address of their own.
 *
 * <p>To read first: {@link dev.membrane.server.internal.metrics.ServerMetrics}.
 */
@NullMarked
package dev.membrane.server.internal.metrics;

import org.jspecify.annotations.NullMarked;
