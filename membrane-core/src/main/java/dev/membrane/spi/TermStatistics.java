package dev.membrane.spi;

import java.util.Map;

/**
 * Term statistics over the records that a caller sees in full, and over no others, so that scores
 * reveal nothing of other records.
 *
 * @param records how many records there are, those without text and retired ones included
 * @param totalLength the sum of their lengths in terms
 * @param recordsByTerm for each requested term that occurs, the number of records that contain it
 */
public record TermStatistics(long records, long totalLength, Map<String, Long> recordsByTerm) {

  /** Copies the counts. */
  public TermStatistics {
    recordsByTerm = Map.copyOf(recordsByTerm);
  }
}
