package dev.membrane.store.jdbc.internal.dialect;

import dev.membrane.spi.search.Filter;
import dev.membrane.store.jdbc.internal.filter.Space;
import dev.membrane.store.jdbc.internal.filter.WordConditions;
import dev.membrane.store.jdbc.internal.words.PoolWords;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** How a database finds records by their words. Safe for use by many threads. */
public interface WordIndex {

  /**
   * What the words of a filter ask of records.
   *
   * @param spaces some that are seen in full, whose words have the same form
   */
  WordConditions conditions(ReadTransaction rows, Filter filter, List<Space> spaces)
      throws SQLException;

  /** How many records with the words of a filter are looked at one by one, at most. */
  int mostLookedAt();

  /** The numbers of records in some spaces that have all words of a filter, at most so many. */
  List<Long> recordsWithAll(ReadTransaction rows, Filter filter, List<Space> spaces, int limit)
      throws SQLException;

  /**
   * The numbers of records in some spaces that have one word of each of some lists and are greater
   * than a number, the smallest of them in order.
   */
  List<Long> recordsWithOneOfEach(
      ReadTransaction rows, List<List<String>> words, List<Space> spaces, long after, int limit)
      throws SQLException;

  /** In how many records words occur, those that do. Scopes with keys have no form in common. */
  Map<String, Long> recordsPerWord(ReadTransaction rows, List<PoolWords> asked) throws SQLException;
}
