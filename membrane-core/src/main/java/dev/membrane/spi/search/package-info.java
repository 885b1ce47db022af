/**
 * What a store is asked for, and what it answers: candidates and their counts, which the engine
 * ranks.
 *
 * <p>To read first: {@link dev.membrane.spi.search.Visibility}, {@link
 * dev.membrane.spi.search.Filter} and {@link dev.membrane.spi.search.Hit}. The rest by topic:
 *
 * <ul>
 *   <li>which records: {@code Visibility}, {@code Filter}, {@code Arrivals}
 *   <li>words: {@code Terms}
 *   <li>what is found: {@code Hit}, {@code Neighbours}, {@code RunMatches}
 * </ul>
 */
@NullMarked
package dev.membrane.spi.search;

import org.jspecify.annotations.NullMarked;
