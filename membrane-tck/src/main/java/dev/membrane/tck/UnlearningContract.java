package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an episode taught can be taken back, and what a caller did to a record stays. */
abstract class UnlearningContract<L> extends LessonContract<L> {

  @Test
  final void an_episode_that_has_nothing_to_say_any_more_takes_back_what_it_taught() {
    TestNotebook notebook = learned(episodes());
    for (Episode episode : episodes()) {
      exchange(episode, lesson(episode), null, notebook);
      stage().conclude(notebook);
      assertNothingOf(episode, notebook);
    }
    assertThat(notebook.knowledge()).as("what is left of no episodes").isEmpty();
  }

  private static void assertNothingOf(Episode episode, TestNotebook notebook) {
    String gone = episode.record().id();
    assertThat(notebook.knowledge())
        .as("learned of an episode that says nothing any more")
        .noneMatch(knowledge -> knowledge.episodes().contains(gone));
  }

  @Test
  final void an_episode_that_says_something_else_takes_back_what_it_taught() {
    for (int i = 0; i < episodes().size(); i++) {
      Episode before = episodes().get(i);
      Episode after = withTrace(before, episodes().get((i + 1) % episodes().size()));
      TestNotebook notebook = learned(episodes());
      exchange(before, lesson(before), lesson(after), notebook);
      stage().conclude(notebook);
      exchange(after, lesson(after), null, notebook);
      stage().conclude(notebook);
      assertNothingOf(before, notebook);
    }
  }

  /** An episode in which happened what happened in another one. */
  private static Episode withTrace(Episode episode, Episode other) {
    return new Episode(
        episode.record().toBuilder().payload(other.trace()).build(), other.settledAt());
  }

  @Test
  final void no_note_keeps_words_of_an_episode_that_is_erased() {
    for (Episode episode : episodes()) {
      String id = episode.record().id();
      TestNotebook notebook = learned(episodes());
      Set<String> gone = notebook.learned().onlyFrom(id);
      stage().lose(Set.of(id), notebook.learned().records(), notebook);
      stage().conclude(notebook);
      List<String> kept = notebook.notesWithout(gone, ids(), stage()::without);
      assertThat(wordsOnlyOf(episode))
          .as("words in notes after lose() and without() of the only episode that has them")
          .noneMatch(word -> kept.stream().anyMatch(note -> words(note).anyMatch(word::equals)));
    }
  }

  private Set<String> ids() {
    return episodes().stream().map(episode -> episode.record().id()).collect(Collectors.toSet());
  }

  private Set<String> wordsOnlyOf(Episode episode) {
    Set<String> words = said(episode).collect(Collectors.toSet());
    episodes().stream()
        .filter(other -> !other.record().id().equals(episode.record().id()))
        .flatMap(UnlearningContract::said)
        .forEach(words::remove);
    return words;
  }

  private static Stream<String> said(Episode episode) {
    return episode.trace().timeline().stream()
        .map(TimelineEvent::summary)
        .filter(Objects::nonNull)
        .flatMap(UnlearningContract::words);
  }

  private static Stream<String> words(String text) {
    return Arrays.stream(text.split("\\W+")).filter(word -> word.length() > 2);
  }

  @Test
  final void whoever_takes_an_episode_back_names_it_in_the_rationale() {
    TestNotebook notebook = learned(episodes());
    for (Episode episode : episodes()) {
      String gone = episode.record().id();
      notebook.learned().forgetReasons();
      exchange(episode, lesson(episode), null, notebook);
      stage().conclude(notebook);
      assertThat(notebook.learned().reasonsWithout(gone))
          .as("why records have lost the episode %s", gone)
          .allMatch(rationale -> rationale.contains(gone));
    }
  }

  @Test
  final void what_was_taken_back_and_is_said_again_is_learned_again() {
    TestNotebook notebook = learned(episodes());
    Episode first = episodes().get(0);
    exchange(first, lesson(first), null, notebook);
    stage().conclude(notebook);
    exchange(first, null, lesson(first), notebook);
    stage().conclude(notebook);
    StageUnderTest.assertSame(notebook, learned(episodes()), "said again");
  }

  @Test
  final void a_record_that_is_gone_stops_nothing() {
    TestNotebook notebook = learned(episodes());
    notebook.learned().prune();
    List<Episode> repeated = repeated();
    learn(repeated, notebook);
    takeBack(repeated, notebook);
    takeBack(episodes(), notebook);
    learn(episodes(), notebook);
  }

  @Test
  final void a_fact_that_a_caller_has_taken_back_is_not_made_again() {
    TestNotebook notebook = learned(episodes());
    notebook.learned().retract();
    learn(repeated(), notebook);
    assertThat(commonFacts())
        .as("facts that a caller deleted and the stage made again")
        .noneMatch(fact -> notebook.learned().copiesOf(fact) > 0);
  }

  /** The facts of all episodes that hold everywhere. */
  private List<Knowledge> commonFacts() {
    return learned(episodes()).knowledge().stream()
        .filter(knowledge -> LearnedRecords.identity(knowledge).isPresent())
        .toList();
  }

  @Test
  final void a_fact_that_a_caller_has_stated_is_made_no_second_time_and_stays() {
    RevisionState withdrawn = new RevisionState(null, null, RevisionStatus.RETRACTED);
    for (RevisionState revision : Arrays.asList(null, withdrawn)) {
      List<Knowledge> facts = commonFacts();
      TestNotebook notebook = new TestNotebook();
      facts.forEach(fact -> notebook.learned().state(fact, revision));
      learn(episodes(), notebook);
      assertOneOfEach(facts, notebook);
      takeBack(episodes(), notebook);
      assertOneOfEach(facts, notebook);
    }
  }

  private static void assertOneOfEach(List<Knowledge> facts, TestNotebook notebook) {
    assertThat(facts)
        .as("facts that a caller has stated: expected once each")
        .allMatch(fact -> notebook.learned().copiesOf(fact) == 1);
  }
}
