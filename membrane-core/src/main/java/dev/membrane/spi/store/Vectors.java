package dev.membrane.spi.store;

import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The vector search of a store. Vectors of another model, or of other dimensions, are ignored. As
 * with every read, only whole commits are seen.
 */
public interface Vectors {

  /**
   * A record found by its vector, and the cosine of that vector to the one searched for, -1 to 1.
   */
  record Near(Hit hit, double cosine) {

    /** The order of an answer: the nearest, then the newest, then the smallest id. */
    public static final Comparator<Near> NEAREST_FIRST =
        Comparator.comparingDouble(Near::cosine)
            .reversed()
            .thenComparing(near -> near.hit().createdAt(), Comparator.reverseOrder())
            .thenComparing(near -> near.hit().id());
  }

  /**
   * The records nearest to a vector by {@link Vector#cosine}, in the order {@link
   * Near#NEAREST_FIRST}. Records seen redacted have no vector.
   *
   * <p>The answer is exact unless so many records are visible that the store uses an index. With an
   * index it may miss some, but its records are in order and pass the filter.
   *
   * @param model the model of the vector
   * @param limit the most records wanted, at least 1
   */
  List<Near> nearest(Filter filter, String model, Vector vector, int limit);

  /**
   * The cosines of the vectors of some records; records without a vector of the model are left out.
   */
  Map<String, Double> cosines(String model, Vector vector, Collection<String> ids);

  /**
   * Records that have no vector of a model, in the order of their ids.
   *
   * @param after only ids that sort after this one; empty: from the first
   * @param limit the most ids wanted, at least 1
   */
  List<String> without(String model, String after, int limit);
}
