package dev.membrane.spi;

import java.util.Map;

/**
 * What a ranking formula needs to know of the records that a caller sees in full: no more, so that
 * scores say nothing of others' words.
 *
 * @param records how many records there are, those without text and retired ones included
 * @param totalLength the sum of their lengths in terms
 * @param recordsByTerm for each term asked about that occurs: how many of the records contain it
 */
public record TermStatistics(long records, long totalLength, Map<String, Long> recordsByTerm) {

  /** Copies the counts. */
  public TermStatistics {
    recordsByTerm = Map.copyOf(recordsByTerm);
  }
}
