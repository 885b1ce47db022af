package dev.membrane.internal.retrieve;

import dev.membrane.spi.search.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How relevant some candidates are to a descriptor:
 *
 * <pre>
 *   B = signals + event (what a fact that repeats one of its events has more of)
 *               + date (it happened when the descriptor says)
 *               + outcome (it is a run that ended as the descriptor says)
 *               + speaker (by the only one that the descriptor names)
 *               + time (it says when something was)
 *   X = (B + window W) * (assistant, if the assistant said it and was not asked for)
 *                      * (half, if it is a fact that repeats an event of a record found)
 *   relevance = X / best X
 * </pre>
 *
 * <p>{@code signals} is the weighted mean of words and vectors, {@code W} the {@link
 * ContextWindow}, and the rest are {@link RelevanceWeights}. If neither words nor vectors speak for
 * a record, its B is 0, or {@code date} and {@code outcome} if it was found by these.
 */
final class Relevance {

  private final Map<String, Rated> rated = new LinkedHashMap<>();
  private final RelevanceRule rule;

  /** A record with what its signals say, and what makes up its relevance. */
  record Rated(ExpandedRecord expanded, List<Signal.SignalValue> readings, Parts parts) {

    private Rated within(double added) {
      return new Rated(expanded, readings, parts.within(added));
    }

    private Rated repeated(double signals) {
      return new Rated(expanded, readings, parts.repeated(signals));
    }
  }

  /**
   * What makes up the relevance of a record.
   *
   * @param signals the mean of words and vectors, 0 to 1
   * @param event what is added for the fact that repeats one of its events best, 0 to 1
   * @param cued what is added for what the descriptor asks for by other things than words
   * @param window what is added for the events around it, 0 to 1
   * @param role what the sum is multiplied by, 0 to 1
   */
  record Parts(double signals, double event, CuedParts cued, double window, double role) {

    static final Parts NONE = new Parts(0, CuedParts.NONE, 1);

    /** Those of a record by itself. */
    Parts(double signals, CuedParts cued, double role) {
      this(signals, 0, cued, 0, role);
    }

    double base() {
      return cued.addedTo(signals + event);
    }

    double sum() {
      return role * (base() + window);
    }

    Parts within(double added) {
      return new Parts(signals, event, cued, added, role);
    }

    Parts repeated(double signalsOfFact) {
      double more = Math.max(event, signalsOfFact - signals);
      return new Parts(signals, more, cued, window, role);
    }
  }

  /**
   * What is added for what the descriptor asks for by other things than words.
   *
   * @param date if it happened at the time that the descriptor names, 0 to 1
   * @param outcome if it is a run that ended as the descriptor says, 0 to 1
   * @param speaker for the speaker, 0 to 1
   * @param time if its text says when something was, 0 to 1
   */
  record CuedParts(double date, double outcome, double speaker, double time) {

    static final CuedParts NONE = new CuedParts(0, 0, 0, 0);

    double addedTo(double sum) {
      return sum + date + outcome + speaker + time;
    }
  }

  /**
   * The relevance of candidates, as far as it does not depend on what stands around them.
   *
   * @param candidates by id
   * @param asked the only one whom the descriptor names
   */
  Relevance(
      Map<String, ExpandedRecord> candidates,
      List<Signal> signals,
      Optional<List<String>> asked,
      RelevanceRule rule) {
    this.rule = rule;
    double[] best =
        signals.stream().mapToDouble(signal -> signal.best(candidates.keySet())).toArray();
    candidates.forEach(
        (id, expanded) -> {
          List<Signal.SignalValue> read = readings(id, signals, best);
          Parts parts = rule.parts(Signal.mean(read), expanded.hit(), asked);
          rated.put(id, new Rated(expanded, read, parts));
        });
    List.copyOf(rated.values()).forEach(this::lift);
  }

  /** An episode is found as well as the best of its events. */
  private void lift(Rated fact) {
    for (String episode : rule.repeated(fact.expanded().hit())) {
      rated.computeIfPresent(episode, (id, its) -> its.repeated(rule.ofEvent(fact)));
    }
  }

  private static List<Signal.SignalValue> readings(String id, List<Signal> signals, double[] best) {
    List<Signal.SignalValue> readings = new ArrayList<>();
    for (int i = 0; i < signals.size(); i++) {
      signals.get(i).of(id, best[i]).ifPresent(readings::add);
    }
    return readings;
  }

  /** The candidates with the highest B above 0, the highest first. */
  List<ScoredRecord> best(int count) {
    return rated.values().stream()
        .map(one -> new ScoredRecord(one.expanded(), one.parts().base()))
        .filter(one -> one.score() > 0)
        .sorted(ScoredRecord.BEST_FIRST)
        .limit(count)
        .toList();
  }

  /**
   * Takes into account what stands around the records, and takes in what stands in the window.
   *
   * @param understood what a record in the window says together with its neighbours
   */
  void surround(ContextWindow window, Function<Hit, ExpandedRecord> understood) {
    window
        .hits()
        .forEach(
            (id, hit) -> {
              Rated known = rated.get(id);
              Rated before =
                  known == null
                      ? new Rated(understood.apply(hit), List.of(), alone(hit))
                      : told(known, hit);
              rated.put(id, before.within(rule.share(window, id)));
            });
  }

  /** A record that was found by its salience alone does not tell who said it. */
  private Rated told(Rated known, Hit hit) {
    return rule.traits().of(known.expanded().hit()).isPresent()
        ? known
        : new Rated(known.expanded(), known.readings(), alone(hit));
  }

  /** The parts of a record for which neither words nor vectors speak. */
  private Parts alone(Hit hit) {
    return rule.parts(0, hit, Optional.empty());
  }

  /** All that were rated, in no order. */
  Collection<Rated> all() {
    return rated.values();
  }

  /** Whether a record was rated. */
  boolean includes(String id) {
    return rated.containsKey(id);
  }

  /** The highest X. */
  double highest() {
    double highest = 0;
    for (Rated one : rated.values()) {
      highest = Math.max(highest, one.parts().sum());
    }
    return highest;
  }
}
