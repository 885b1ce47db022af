package dev.membrane.internal.retrieve;

import dev.membrane.internal.retrieve.Relevance.CuedParts;
import dev.membrane.internal.retrieve.Relevance.Parts;
import dev.membrane.internal.retrieve.Relevance.Rated;
import dev.membrane.internal.retrieve.question.DescriptorCues;
import dev.membrane.internal.text.Traits;
import dev.membrane.internal.text.Traits.Flag;
import dev.membrane.spi.search.Hit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What decides about the parts of a relevance, besides the signals.
 *
 * @param origins by the ids of facts, those of the records found that they came from
 * @param ofDay the ids of records that are of the time that the descriptor names
 * @param ofOutcome the ids of runs that were found by the outcome that it asks for
 */
record RelevanceRule(
    DescriptorCues cues,
    RelevanceWeights weights,
    HitTraits traits,
    Map<String, Set<String>> origins,
    Set<String> ofDay,
    Set<String> ofOutcome) {

  /** What such a fact counts: its episode has the same words and tells more. */
  private static final double REPEATED = 0.5;

  Parts parts(double signals, Hit hit, Optional<List<String>> asked) {
    Optional<Traits> known = traits.of(hit);
    double role = known.map(its -> role(hit, its)).orElse(1.0);
    return new Parts(signals, cued(hit, signals > 0 ? known : Optional.empty(), asked), role);
  }

  /** An outcome counts as much as a date: both say what is meant, whatever words it has. */
  private CuedParts cued(Hit hit, Optional<Traits> matching, Optional<List<String>> asked) {
    double date = ofDay.contains(hit.id()) ? weights.date() : 0;
    double outcome = ofOutcome.contains(hit.id()) ? weights.date() : 0;
    if (matching.isEmpty()) {
      return new CuedParts(date, outcome, 0, 0);
    }
    Traits traits = matching.get();
    boolean isAsked = asked.equals(Optional.of(traits.speaker()));
    double speaker = isAsked ? weights.speaker() : 0;
    return new CuedParts(date, outcome, speaker, traits.has(Flag.TELLS_TIME) ? weights.time() : 0);
  }

  /**
   * The most that the relevance of a record comes to, of the best's.
   *
   * @param signals the most that words and vectors can say of it
   */
  double most(Hit hit, double signals, Optional<List<String>> asked, ContextWindow window) {
    return parts(signals, hit, asked).within(share(window, hit.id())).sum();
  }

  double share(ContextWindow window, String id) {
    return weights.window() * window.share(id);
  }

  private double role(Hit hit, Traits traits) {
    return repeated(hit).isEmpty() ? author(traits) : author(traits) * REPEATED;
  }

  private double author(Traits traits) {
    return traits.has(Flag.ASSISTANT) && !cues.asksAssistant() ? weights.assistant() : 1;
  }

  /** Of which of the records found a fact repeats an event. */
  Set<String> repeated(Hit hit) {
    Set<String> from = origins.getOrDefault(hit.id(), Set.of());
    return from.isEmpty() || traits.of(hit).stream().noneMatch(it -> it.has(Flag.REPEATS_EVENT))
        ? Set.of()
        : from;
  }

  /** What words and vectors say of an event that a fact repeats, by who wrote it. */
  double ofEvent(Rated fact) {
    return traits.of(fact.expanded().hit()).map(this::author).orElse(1.0) * fact.parts().signals();
  }

  /**
   * The only one whom the descriptor names of those who speak in some records; only if it has
   * nobody's whole name, by a part of one.
   */
  Optional<List<String>> asked(Collection<ExpandedRecord> spoken) {
    Set<List<String>> speakers =
        spoken.stream()
            .flatMap(one -> traits.of(one.hit()).stream())
            .map(Traits::speaker)
            .collect(Collectors.toSet());
    List<List<String>> named = speakers.stream().filter(cues.speakers()::has).toList();
    if (named.isEmpty()) {
      named = speakers.stream().filter(cues.speakers()::hasPartOf).toList();
    }
    return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
  }
}
