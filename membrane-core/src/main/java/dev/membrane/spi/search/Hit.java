package dev.membrane.spi.search;

import java.time.Instant;
import java.util.Map;

/**
 * A record found, not yet read.
 *
 * @param id the record's id
 * @param createdAt when it was created
 * @param log2Salience the base-2 logarithm of its live salience, negative infinity for 0
 * @param termCounts for a search by terms: how often each of those terms that it contains occurs in
 *     it; otherwise empty
 * @param length for a search by terms: the length of its text in terms; otherwise 0
 * @param mark that of its {@link Terms}; empty for a search by salience
 */
public record Hit(
    String id,
    Instant createdAt,
    double log2Salience,
    Map<String, Integer> termCounts,
    int length,
    String mark) {

  /** Copies the counts. */
  public Hit {
    termCounts = Map.copyOf(termCounts);
  }

  /** The live salience. */
  public double salience() {
    return StrictMath.pow(2, log2Salience);
  }
}
