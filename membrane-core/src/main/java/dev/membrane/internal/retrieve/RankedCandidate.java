package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.Relevance.Parts;
import dev.membrane.spi.search.Hit;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A candidate for the answer, with everything that decided its place.
 *
 * @param expanded the record
 * @param readings its signals; empty for a record that is there only for its salience
 * @param parts what makes up its relevance
 * @param highest the sum of these parts for the most relevant candidate
 * @param fit how well it fits the task, if it is a procedure that can fit
 * @param relevanceWeight the share of relevance in the score
 * @param byScore whether it was placed by its score; otherwise by salience alone
 * @param score what it was placed by, computed once because sorting needs it often
 */
record RankedCandidate(
    ExpandedRecord expanded,
    List<Signal.SignalValue> readings,
    Parts parts,
    double highest,
    @Nullable Fit fit,
    double relevanceWeight,
    boolean byScore,
    double score) {

  static final Comparator<Hit> BY_SALIENCE =
      Comparator.comparingDouble(Hit::log2Salience)
          .reversed()
          .thenComparing(Hit::createdAt, Comparator.reverseOrder())
          .thenComparing(Hit::id);

  static final Comparator<RankedCandidate> BY_SCORE =
      Comparator.comparingDouble(RankedCandidate::score)
          .reversed()
          .thenComparing(RankedCandidate::hit, BY_SALIENCE);

  static RankedCandidate bySalience(Hit hit) {
    return new RankedCandidate(
        ExpandedRecord.alone(hit), List.of(), Parts.NONE, 0, null, 0, false, hit.salience());
  }

  /** One that follows those that are placed by their score, at what its salience counts there. */
  static RankedCandidate following(Hit hit, double relevanceWeight) {
    double score = scoreOf(0, hit, relevanceWeight);
    return new RankedCandidate(
        ExpandedRecord.alone(hit), List.of(), Parts.NONE, 0, null, relevanceWeight, false, score);
  }

  /**
   * One that is placed by its score.
   *
   * @param highest what the most relevant candidate's parts come to
   */
  static RankedCandidate byScore(
      ExpandedRecord expanded,
      List<Signal.SignalValue> readings,
      Parts parts,
      double highest,
      @Nullable Fit fit,
      double relevanceWeight) {
    double score = scoreOf(relevance(parts, highest, fit), expanded.hit(), relevanceWeight);
    return new RankedCandidate(
        expanded, readings, parts, highest, fit, relevanceWeight, true, score);
  }

  /** What a record of some relevance is placed by. */
  static double scoreOf(double relevance, Hit hit, double relevanceWeight) {
    return relevanceWeight * relevance + (1 - relevanceWeight) * capped(hit);
  }

  Hit hit() {
    return expanded.hit();
  }

  String id() {
    return hit().id();
  }

  /** Whether its content spoke for it, so that it must not be answered redacted. */
  boolean matched() {
    return fit != null || parts.sum() > 0;
  }

  double relevance() {
    return relevance(parts, highest, fit);
  }

  private static double relevance(Parts parts, double highest, @Nullable Fit fit) {
    if (fit != null) {
      return fit.score();
    }
    return highest <= 0 ? 0 : parts.sum() / highest;
  }

  double salience() {
    return byScore || relevanceWeight > 0 ? capped(hit()) : hit().salience();
  }

  /**
   * Salience has no upper end, and compared with relevance it must not count for more than that.
   */
  private static double capped(Hit hit) {
    return Math.min(1, hit.salience());
  }
}
