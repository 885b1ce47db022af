package dev.membrane.tck;

import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import dev.membrane.spi.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Understands one sentence, and the flaws that an extractor may have. */
final class WordExtractor implements Extractor {

  private static final Pattern SENTENCE =
      Pattern.compile("User (\\w+) prefers the language (\\w+)\\.");

  @Override
  public List<CandidateFact> extract(List<Episode> episodes) {
    return episodes.stream().flatMap(episode -> of(episode).stream()).toList();
  }

  private static List<CandidateFact> of(Episode episode) {
    return episode.trace().timeline().stream()
        .map(event -> SENTENCE.matcher(Objects.requireNonNullElse(event.summary(), "")))
        .filter(Matcher::find)
        .map(found -> fact(episode.record().id(), found.group(1), found.group(2)))
        .distinct()
        .toList();
  }

  private static CandidateFact fact(String id, String who, String what) {
    return new CandidateFact(id, who, "prefers_language", new JsonString(what), 0.9);
  }

  static List<Flaw<Extractor>> flaws() {
    List<Flaw<Extractor>> flaws = new ArrayList<>();
    flaws.add(flaw("it finds nothing", "a_plain_statement_teaches_something", facts -> List.of()));
    flaws.add(
        each(
            "its subjects are blank",
            "a_plain_statement_teaches_something",
            fact -> changed(fact, fact.episodeId(), " ", fact.object(), 0.9)));
    flaws.add(
        each(
            "it is surer than sure",
            "a_plain_statement_teaches_something",
            fact -> changed(fact, fact.episodeId(), fact.subject(), fact.object(), 9)));
    flaws.add(
        each(
            "it forgets the object",
            "a_plain_statement_teaches_something",
            fact -> changed(fact, fact.episodeId(), fact.subject(), null, 0.9)));
    flaws.add(
        each(
            "it makes episodes up",
            "a_plain_statement_teaches_something",
            fact -> changed(fact, "episode 1", fact.subject(), fact.object(), 0.9)));
    flaws.add(
        flaw(
            "it takes all for the first episode's",
            "every_fact_is_of_the_episode_that_states_it",
            facts ->
                facts.stream()
                    .map(
                        fact ->
                            changed(
                                fact, facts.get(0).episodeId(), fact.subject(), fact.object(), 0.9))
                    .toList()));
    flaws.add(
        flaw(
            "it says everything twice",
            "what_is_said_twice_is_one_fact",
            facts -> facts.stream().flatMap(fact -> List.of(fact, fact).stream()).toList()));
    flaws.add(
        new Flaw<>(
            "it finds facts where there is no episode",
            "without_episodes_there_are_no_facts",
            () ->
                episodes ->
                    episodes.isEmpty()
                        ? List.of(fact("", "nobody", "none"))
                        : new WordExtractor().extract(episodes)));
    flaws.add(
        breaking(
            "a silent episode silences the others",
            "an_episode_of_which_nothing_is_known_takes_nothing_from_the_others",
            episode -> episode.trace().timeline().isEmpty()));
    flaws.add(
        breaking(
            "it trips over braces",
            "words_that_look_like_its_own_syntax_are_words",
            episode -> String.valueOf(episode.trace()).contains("]}}")));
    flaws.add(
        breaking(
            "it chokes on a long episode",
            "an_episode_of_any_length_is_handled",
            episode -> episode.trace().timeline().size() > 100));
    flaws.add(
        each(
            "its predicates are essays",
            "a_plain_statement_teaches_something",
            fact ->
                new CandidateFact(
                    fact.episodeId(), fact.subject(), "p".repeat(1_001), fact.object(), 0.9)));
    flaws.add(
        breaking(
            "it trips over an event without words",
            "an_event_without_a_summary_does_no_harm",
            episode ->
                episode.trace().timeline().stream().anyMatch(event -> event.summary() == null)));
    flaws.add(
        new Flaw<>(
            "it likes no number of episodes",
            "it_says_how_many_episodes_it_likes_and_what_it_would_ask",
            () -> liking(0)));
    flaws.add(
        new Flaw<>(
            "it answers everybody what it answered the first",
            "many_threads_get_each_their_own_answers",
            WordExtractor::forgetful));
    return flaws;
  }

  private static Extractor liking(int episodesAtOnce) {
    return new Extractor() {
      @Override
      public List<CandidateFact> extract(List<Episode> episodes) {
        return new WordExtractor().extract(episodes);
      }

      @Override
      public int episodesAtOnce() {
        return episodesAtOnce;
      }
    };
  }

  private static Extractor forgetful() {
    List<CandidateFact> first = new ArrayList<>();
    return episodes -> {
      synchronized (first) {
        if (first.isEmpty()) {
          first.addAll(new WordExtractor().extract(episodes));
        }
        return List.copyOf(first);
      }
    };
  }

  private static Flaw<Extractor> flaw(
      String what, String caughtBy, UnaryOperator<List<CandidateFact>> spoiling) {
    return new Flaw<>(
        what, caughtBy, () -> episodes -> spoiling.apply(new WordExtractor().extract(episodes)));
  }

  private static Flaw<Extractor> each(
      String what, String caughtBy, UnaryOperator<CandidateFact> spoiling) {
    return flaw(what, caughtBy, facts -> facts.stream().map(spoiling).toList());
  }

  private static Flaw<Extractor> breaking(String what, String caughtBy, Predicate<Episode> on) {
    return new Flaw<>(
        what,
        caughtBy,
        () ->
            episodes -> {
              if (episodes.stream().anyMatch(on)) {
                throw ModelException.permanent("no", new IllegalStateException());
              }
              return new WordExtractor().extract(episodes);
            });
  }

  private static CandidateFact changed(
      CandidateFact fact, String id, String subject, JsonValue object, double confidence) {
    return new CandidateFact(id, subject, fact.predicate(), object, confidence);
  }
}
