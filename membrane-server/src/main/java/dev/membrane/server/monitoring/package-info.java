/**
 * What monitoring reads, and where metrics and traces are sent.
 *
 * <p>To read first: {@link dev.membrane.server.monitoring.MetricsPages} and {@link
 * dev.membrane.server.monitoring.TelemetryProvider}.
 */
@NullMarked
package dev.membrane.server.monitoring;

import org.jspecify.annotations.NullMarked;
