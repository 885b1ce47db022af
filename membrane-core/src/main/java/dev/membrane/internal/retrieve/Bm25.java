package dev.membrane.internal.retrieve;

import dev.membrane.spi.search.Terms.RecordCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Okapi BM25 (Robertson and Zaragoza, 2009) with k1 = 1.2 and b = 0.75, over what the caller sees:
 *
 * <pre>
 *   idf(t)   = ln(1 + (N - df + 0.5) / (df + 0.5))
 *   tf(t, d) = count * (k1 + 1) / (count + k1 * (1 - b + b * length / mean length))
 *   score    = sum of idf(t) * tf(t, d)
 * </pre>
 *
 * <p>If the text of neighbours is added to a record, counts and lengths are weighted sums, as in
 * BM25F (Robertson, Zaragoza and Taylor, 2004) for the fields of a document.
 */
final class Bm25 {

  static final double K1 = 1.2;
  private static final double B = 0.75;

  private final Map<String, Double> idf = new HashMap<>();
  private final double meanLength;

  /**
   * The formula for some terms.
   *
   * @param statistics those of the records that the caller sees, about the same terms
   */
  Bm25(List<String> terms, RecordCounts statistics) {
    terms.forEach(term -> idf.put(term, idf(term, statistics)));
    meanLength =
        statistics.totalLength() == 0
            ? 1
            : (double) statistics.totalLength() / statistics.records();
  }

  /** What one of the terms adds to the score of a record. */
  record TermScore(String term, double idf, double count, double frequency) {
    double contribution() {
      return idf * frequency;
    }
  }

  /**
   * How much finding a term says. A term that no record has counts as one that a single record has:
   * rare, but not rarer than any that could be found.
   */
  double idf(String term) {
    return idf.getOrDefault(term, 0.0);
  }

  double meanLength() {
    return meanLength;
  }

  /** The sum over the terms in their order, so that it is the same to the last bit every time. */
  double score(ExpandedRecord expanded, List<String> terms) {
    double norm = norm(expanded);
    double score = 0;
    for (String term : terms) {
      score += idf(term) * saturated(expanded.count(term), norm);
    }
    return score;
  }

  /** What makes up the score. */
  List<TermScore> parts(ExpandedRecord expanded, List<String> terms) {
    return terms.stream()
        .filter(term -> expanded.count(term) > 0)
        .map(term -> part(term, expanded))
        .toList();
  }

  private TermScore part(String term, ExpandedRecord expanded) {
    double count = expanded.count(term);
    return new TermScore(term, idf(term), count, saturated(count, norm(expanded)));
  }

  private double norm(ExpandedRecord expanded) {
    return K1 * (1 - B + B * expanded.length() / meanLength);
  }

  /** How much a term says that a text has so often: less and less for each further time. */
  static double saturated(double count, double norm) {
    return count * (K1 + 1) / (count + norm);
  }

  private static double idf(String term, RecordCounts statistics) {
    long with = statistics.recordsByTerm().getOrDefault(term, 0L);
    return idf((double) statistics.records(), (double) Math.max(1, with));
  }

  /**
   * How much finding a term says, the same to the last bit every time.
   *
   * @param records of which so many have it
   */
  static double idf(double records, double with) {
    return StrictMath.log(1 + Math.max(0, records - with + 0.5) / (with + 0.5));
  }
}
