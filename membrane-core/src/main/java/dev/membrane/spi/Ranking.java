package dev.membrane.spi;

import java.util.List;

/** The order of a search. */
public sealed interface Ranking {

  /**
   * By live salience at the filter's instant, compared by {@code Lifecycle.log2SalienceAt}, highest
   * first; ties by {@code created_at}, newest first, then by id, smallest first.
   */
  record BySalience() implements Ranking {}

  /**
   * Candidates for the engine's own ranking: for each term in the order given, the records that
   * contain it, latest inserted first, until the search's limit of distinct records is reached.
   * Records seen redacted never match.
   *
   * @param terms distinct terms, at least one; put the rarest first
   */
  record ByTerms(List<String> terms) implements Ranking {
    /** Copies the terms. */
    public ByTerms {
      terms = List.copyOf(terms);
    }
  }
}
