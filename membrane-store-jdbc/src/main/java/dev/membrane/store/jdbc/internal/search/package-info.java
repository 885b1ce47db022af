/**
 * Finds the most salient records by indexes. Each of the rankings knows one kind of salience and
 * reads its rows in the order of an index, from the best on; {@link
 * dev.membrane.store.jdbc.internal.search.SalienceSearch} chooses among them and stops once no
 * other row can be among the answers. The searches by words and vectors are in the packages of this
 * name of the stores.
 *
 * <p>To read first: {@link dev.membrane.store.jdbc.internal.search.VisibleSpaces} and {@link
 * dev.membrane.store.jdbc.internal.search.SalienceSearch}. The classes by what they are about:
 *
 * <ul>
 *   <li>what a caller sees: {@code VisibleSpaces}
 *   <li>salience: {@code SalienceSearch}, {@code TopSearch}, {@code TopRows}, {@code
 *       CandidateQuery}, {@code Candidate}, {@code BestCandidates}
 *   <li>rankings: {@code SteadyRanking}, {@code DriftingRanking}, {@code RestingRanking}, {@code
 *       FutureRanking}, {@code RecentRanking}, {@code SelectiveRanking}
 *   <li>similarity: {@code Lookup}, {@code Comparison}
 * </ul>
 */
@NullMarked
package dev.membrane.store.jdbc.internal.search;

import org.jspecify.annotations.NullMarked;
