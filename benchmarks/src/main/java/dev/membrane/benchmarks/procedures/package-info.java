/**
 * Measures what the procedures that the engine learns from recorded runs are good for.
 *
 * <p>To read first: {@link dev.membrane.benchmarks.procedures.ProcedureCommand}.
 */
@NullMarked
package dev.membrane.benchmarks.procedures;

import org.jspecify.annotations.NullMarked;
