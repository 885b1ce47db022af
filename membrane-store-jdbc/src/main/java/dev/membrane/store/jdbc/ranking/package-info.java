/**
 * Finds the most salient records by indexes. Each of the rankings knows one kind of salience and
 * reads its rows in the order of an index, from the best on; {@link
 * dev.membrane.store.jdbc.ranking.SalienceSearch} chooses among them and stops once no other row
 * can be among the answers.
 */
@NullMarked
package dev.membrane.store.jdbc.ranking;

import org.jspecify.annotations.NullMarked;
