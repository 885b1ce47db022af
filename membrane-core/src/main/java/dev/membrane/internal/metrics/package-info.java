/** Figures of what is stored, and of the jobs and queues. */
@NullMarked
package dev.membrane.internal.metrics;

import org.jspecify.annotations.NullMarked;
