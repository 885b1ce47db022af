/**
 * Kept runs: their table, and how their words are found.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.runs.RunTable} and {@link
 * dev.membrane.store.jdbc.internal.runs.RunQuery}. The classes by what they are about:
 *
 * <ul>
 *   <li>table: {@code RunTable}, {@code KeptRuns}, {@code FormerRuns}, {@code RunPlaces}
 *   <li>search: {@code RunQuery}, {@code FoundRuns}, {@code WordPlaces}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.runs;

import org.jspecify.annotations.NullMarked;
