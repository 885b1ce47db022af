package dev.membrane.internal.retrieve;

import dev.membrane.internal.text.Traits;
import dev.membrane.internal.text.Traits.Flag;
import dev.membrane.spi.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How relevant some candidates are to a descriptor:
 *
 * <pre>
 *   B = signals + date (it happened when the descriptor says)
 *               + speaker (by the only one that the descriptor names)
 *               + time (it says when something was)
 *   X = (B + window W) * (assistant, if the assistant said it and was not asked for)
 *   relevance = X / best X
 * </pre>
 *
 * <p>{@code signals} is the weighted mean of words and vectors, {@code W} the {@link
 * ContextWindow}, and the rest are {@link RelevanceWeights}. If neither words nor vectors speak for
 * a record, its B is 0.
 */
final class Relevance {

  private final Map<String, List<Signal.Reading>> readings = new HashMap<>();
  private final Map<String, Parts> parts = new HashMap<>();
  private final List<ExpandedRecord> candidates;

  /**
   * What makes up the relevance of a record.
   *
   * @param signals the mean of words and vectors, 0 to 1
   * @param date what is added if it happened at the time that the descriptor names, 0 to 1
   * @param speaker what is added for the speaker, 0 to 1
   * @param time what is added if its text says when something was, 0 to 1
   * @param window what is added for the events around it, 0 to 1
   * @param role what the sum is multiplied by, 0 to 1
   */
  record Parts(
      double signals, double date, double speaker, double time, double window, double role) {

    static final Parts NONE = new Parts(0, 0, 0, 0, 0, 1);

    double base() {
      return signals + date + speaker + time;
    }

    double sum() {
      return role * (base() + window);
    }

    private Parts within(double added) {
      return new Parts(signals, date, speaker, time, added, role);
    }
  }

  /** What decides about the parts, besides the signals. */
  record Rule(
      DescriptorTerms query, DescriptorCues cues, RelevanceWeights weights, HitTraits traits) {

    private Parts parts(double signals, Optional<Traits> known, Optional<List<String>> asked) {
      double role = known.map(this::role).orElse(1.0);
      if (signals <= 0 || known.isEmpty()) {
        return new Parts(signals, 0, 0, 0, 0, role);
      }
      Traits traits = known.get();
      return new Parts(
          signals,
          cues.date().includes(traits.at()) ? weights.date() : 0,
          asked.equals(Optional.of(traits.speaker())) ? weights.speaker() : 0,
          traits.has(Flag.TELLS_TIME) ? weights.time() : 0,
          0,
          role);
    }

    /** What makes up the relevance of a record that is beside others in a window. */
    private Parts parts(
        Hit hit, double signals, Optional<List<String>> asked, ContextWindow window) {
      return parts(signals, traits.of(hit), asked)
          .within(weights.window() * window.share(hit.id()));
    }

    /**
     * The most that the relevance of a record comes to, of the best's.
     *
     * @param signals the most that words and vectors can say of it
     */
    double most(Hit hit, double signals, Optional<List<String>> asked, ContextWindow window) {
      return parts(hit, signals, asked, window).sum();
    }

    private double role(Traits traits) {
      return traits.has(Flag.ASSISTANT) && !cues.asksAssistant() ? weights.assistant() : 1;
    }

    /** The only one whom the descriptor names of those who speak in some records. */
    Optional<List<String>> asked(Collection<ExpandedRecord> spoken) {
      List<List<String>> named =
          spoken.stream()
              .flatMap(one -> traits.of(one.hit()).stream())
              .map(Traits::speaker)
              .distinct()
              .filter(query::names)
              .limit(2)
              .toList();
      return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
    }
  }

  /**
   * The relevance of candidates, as far as it does not depend on what stands around them.
   *
   * @param asked the only one whom the descriptor names
   */
  Relevance(
      Collection<ExpandedRecord> candidates,
      List<Signal> signals,
      Optional<List<String>> asked,
      Rule rule) {
    this.candidates = List.copyOf(candidates);
    Map<String, Optional<Traits>> traits = new HashMap<>();
    candidates.forEach(one -> traits.put(one.hit().id(), rule.traits().of(one.hit())));
    List<Double> best = signals.stream().map(signal -> signal.best(traits.keySet())).toList();
    traits.forEach(
        (id, known) -> {
          List<Signal.Reading> read = readings(id, signals, best);
          readings.put(id, read);
          parts.put(id, rule.parts(Signal.mean(read), known, asked));
        });
  }

  private static List<Signal.Reading> readings(String id, List<Signal> signals, List<Double> best) {
    List<Signal.Reading> readings = new ArrayList<>();
    for (int i = 0; i < signals.size(); i++) {
      signals.get(i).of(id, best.get(i)).ifPresent(readings::add);
    }
    return readings;
  }

  /** The candidates with the highest B above 0, the highest first. */
  List<ScoredRecord> best(int count) {
    return candidates.stream()
        .map(one -> new ScoredRecord(one, of(one.hit().id()).base()))
        .filter(one -> one.score() > 0)
        .sorted(ScoredRecord.BEST_FIRST)
        .limit(count)
        .toList();
  }

  /** Takes into account what stands around the records. */
  void surround(ContextWindow window, Rule rule) {
    window
        .hits()
        .forEach(
            (id, hit) ->
                parts.merge(
                    id,
                    rule.parts(hit, 0, Optional.empty(), window),
                    (known, unknown) -> known.within(unknown.window())));
  }

  Parts of(String id) {
    return parts.getOrDefault(id, Parts.NONE);
  }

  List<Signal.Reading> readings(String id) {
    return Objects.requireNonNullElse(readings.get(id), List.of());
  }

  /** The highest X. */
  double highest() {
    return parts.values().stream().mapToDouble(Parts::sum).max().orElse(0);
  }
}
