/**
 * Measures Membrane: the {@code load} command for whole paths, and JMH benchmarks for the functions
 * that they spend their time in.
 */
@NullMarked
package dev.membrane.benchmarks;

import org.jspecify.annotations.NullMarked;
