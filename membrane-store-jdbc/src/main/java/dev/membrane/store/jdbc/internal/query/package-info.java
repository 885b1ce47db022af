/**
 * The questions that a store answers, each a class with its statements.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.query.JdbcReader}, which asks them all.
 * The classes by what they are about:
 *
 * <ul>
 *   <li>store: {@code JdbcReader}, {@code JdbcHistory}
 *   <li>records: {@code NeighbourQuery}, {@code ArrivalQuery}, {@code ContentsQuery}, {@code
 *       ScopeQuery}
 *   <li>words: {@code TermStatisticsSum}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.query;

import org.jspecify.annotations.NullMarked;
