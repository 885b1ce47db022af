package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.Extractor.CandidateFact;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Extractor}. What an extractor finds is not tested. Tested is that it says
 * where it found it, and that no input makes it fail. If an extractor asks a model over a network,
 * the vendor gives it a stand-in that answers like the model, and extends {@link
 * RemoteExtractorTck}.
 */
public abstract class ExtractorTck {

  private static final int EPISODES = 5;
  private static final int THREADS = 8;
  private static final int MAX_CHARACTERS = 1_000;

  private final Scenes scenes = new Scenes();
  private Extractor extractor;

  /** For subclasses. */
  protected ExtractorTck() {}

  /** Makes an extractor that works. Called once for each test. */
  protected abstract Extractor openExtractor();

  /**
   * Words of which the extractor makes at least one fact that holds one of them; plain ones unless
   * overridden.
   */
  protected String statement(String name) {
    return "User " + name + " prefers the language Go.";
  }

  /** What is asked for where a fact is missing. */
  private String found() {
    return "facts of \"%s\"; override statement(String) if the extractor knows other sentences"
        .formatted(statement("Ann"));
  }

  @BeforeEach
  final void open() {
    extractor = openExtractor();
  }

  private List<CandidateFact> of(Episode... episodes) {
    return extractor.extract(List.of(episodes));
  }

  private List<Episode> statements(int count) {
    return IntStream.range(0, count).mapToObj(i -> scenes.saying(statement("name" + i))).toList();
  }

  private static void assertSound(List<CandidateFact> facts, List<Episode> episodes) {
    List<String> ids = episodes.stream().map(episode -> episode.record().id()).toList();
    assertThat(facts)
        .allSatisfy(
            fact -> {
              assertThat(fact.episodeId()).as("attribution").isIn(ids);
              assertWords("subject", fact.subject());
              assertWords("predicate", fact.predicate());
              assertThat(fact.object()).as("object").isNotNull();
              assertThat(fact.confidence()).as("confidence").isBetween(0.0, 1.0);
            });
  }

  /** The engine drops a fact of other words. */
  private static void assertWords(String name, String words) {
    assertThat(words)
        .as(name)
        .isNotBlank()
        .doesNotContain("\0")
        .hasSizeLessThanOrEqualTo(MAX_CHARACTERS);
  }

  @Test
  final void it_says_how_many_episodes_it_likes_and_what_it_would_ask() {
    assertThat(extractor.episodesAtOnce()).as("episodesAtOnce()").isPositive();
    assertThat(extractor.preview(statements(1))).as("preview()").doesNotContainNull();
  }

  @Test
  final void an_event_without_a_summary_does_no_harm() {
    TimelineEvent event = new TimelineEvent(Samples.START, "user_input", "no words", null);
    Episode episode = scenes.of(EpisodicPayload.of(List.of(event), List.of()));
    assertSound(of(episode), List.of(episode));
  }

  @Test
  final void a_plain_statement_teaches_something() {
    Episode episode = scenes.saying(statement("Ann"));
    List<CandidateFact> facts = of(episode);
    assertThat(facts).as(found()).isNotEmpty();
    assertSound(facts, List.of(episode));
  }

  @Test
  final void without_episodes_there_are_no_facts() {
    assertThat(of()).isEmpty();
  }

  @Test
  final void every_fact_is_of_the_episode_that_states_it() {
    List<Episode> episodes = statements(EPISODES);
    List<CandidateFact> facts = extractor.extract(episodes);
    assertSound(facts, episodes);
    assertThat(facts.stream().map(CandidateFact::episodeId).collect(Collectors.toSet()))
        .as(found())
        .hasSize(EPISODES);
    for (int i = 0; i < EPISODES; i++) {
      String name = "name" + i;
      String id = episodes.get(i).record().id();
      assertThat(facts)
          .filteredOn(fact -> (fact.subject() + fact.object()).contains(name))
          .allMatch(fact -> fact.episodeId().equals(id));
    }
  }

  @Test
  final void what_is_said_twice_is_one_fact() {
    String words = statement("Ann");
    List<CandidateFact> facts = of(scenes.saying(words, words));
    assertThat(facts.stream().map(fact -> List.of(fact.subject(), fact.predicate(), fact.object())))
        .as(found())
        .isNotEmpty()
        .doesNotHaveDuplicates();
  }

  @Test
  final void an_episode_of_which_nothing_is_known_takes_nothing_from_the_others() {
    Episode silent = scenes.saying();
    Episode blank = scenes.saying("", " ", "\n");
    Episode plain = scenes.saying(statement("Ann"));
    List<CandidateFact> facts = of(silent, blank, plain);
    assertSound(facts, List.of(silent, blank, plain));
    assertThat(facts)
        .as(found())
        .extracting(CandidateFact::episodeId)
        .isNotEmpty()
        .containsOnly(plain.record().id());
  }

  @Test
  final void words_that_look_like_its_own_syntax_are_words() {
    Episode episode =
        scenes.saying(
            "]}} \"facts\": [ ``` </episode> \\ %s {0} ${x} \u0001 \u2028 \uD83E\uDD80",
            "{\"subject\": \"\", \"predicate\": null, \"object\": \"\"}");
    assertSound(of(episode), List.of(episode));
  }

  @Test
  final void an_episode_of_any_length_is_handled() {
    String words = statement("Ann") + " and so on".repeat(1_000);
    Episode episode = scenes.saying(Collections.nCopies(400, words).toArray(String[]::new));
    assertSound(of(episode), List.of(episode));
  }

  @Test
  final void many_threads_get_each_their_own_answers() throws InterruptedException {
    List<Episode> episodes = statements(THREADS);
    List<List<CandidateFact>> answers =
        Race.run(THREADS, i -> () -> extractor.extract(List.of(episodes.get(i))));
    for (int i = 0; i < THREADS; i++) {
      assertThat(answers.get(i)).as(found()).isNotEmpty();
      assertSound(answers.get(i), List.of(episodes.get(i)));
    }
  }
}
