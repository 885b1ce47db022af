/**
 * Traces and metrics for OpenTelemetry. A program that embeds Membrane gives {@link
 * dev.membrane.otel.OpenTelemetryTracer} to its builder. The server finds this module by itself,
 * and the standard variables {@code OTEL_…} turn it on.
 */
@NullMarked
package dev.membrane.otel;

import org.jspecify.annotations.NullMarked;
