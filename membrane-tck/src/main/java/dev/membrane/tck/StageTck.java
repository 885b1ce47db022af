package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.DefaultStages;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.RevisionStatus;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Stage}. What a stage learns is not tested. Tested is that the same
 * episodes teach the same in any order, and that what an episode taught can be taken back.
 *
 * @param <L> the lessons of the stage
 */
public abstract class StageTck<L> {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final int THREADS = 8;
  private static final int ORDERS = 10;

  private final Scenes scenes = new Scenes();
  private Stage<L> stage;
  private List<Episode> episodes;

  /** For subclasses. */
  protected StageTck() {}

  /** Makes the stage. Called once or twice for each test. */
  protected abstract Stage<L> openStage();

  /**
   * What happened in episodes of which the stage learns at least one thing: several, some of them
   * alike and some not, each of which tells it something.
   */
  protected abstract List<EpisodicPayload> instructive();

  /** A successful episode in which a user said some words, one after the other. */
  protected final EpisodicPayload saying(String... words) {
    return scenes.saying(words).trace();
  }

  @BeforeEach
  final void open() {
    stage = openStage();
    episodes = instructive().stream().map(scenes::of).toList();
  }

  /** What was learned of episodes one after the other. */
  private TestNotebook learned(List<Episode> some) {
    TestNotebook notebook = new TestNotebook();
    learn(some, notebook);
    return notebook;
  }

  private void learn(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, null, lesson(episode), notebook);
      stage.conclude(notebook);
    }
  }

  private void takeBack(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, lesson(episode), null, notebook);
      stage.conclude(notebook);
    }
  }

  /** Other episodes in which the same happened. */
  private List<Episode> repeated() {
    return episodes.stream().map(episode -> scenes.of(episode.trace())).toList();
  }

  /** The facts of all episodes that hold everywhere. */
  private List<Knowledge> commonFacts() {
    return learned(episodes).knowledge().stream()
        .filter(knowledge -> TestNotebook.identity(knowledge).isPresent())
        .toList();
  }

  private @Nullable L lesson(Episode episode) {
    stage.prepare(List.of(episode));
    return stage.lesson(episode).orElse(null);
  }

  /** What an instructive episode teaches. */
  private L present(Episode episode) {
    L lesson = lesson(episode);
    assertThat(lesson).as("what an instructive episode teaches").isNotNull();
    return Objects.requireNonNull(lesson);
  }

  /** As the engine does: not at all, if nothing changes. */
  private void exchange(
      Episode episode, @Nullable L former, @Nullable L lesson, TestNotebook notebook) {
    if (!Objects.equals(former, lesson)) {
      stage.exchange(episode.record().id(), former, lesson, notebook);
    }
  }

  private static void assertSame(TestNotebook one, TestNotebook other, String how) {
    List<Knowledge> expected = other.knowledge();
    assertThat(one.knowledge()).as(how).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  final void it_has_names_that_stay_and_can_stand_in_a_key() {
    for (String name : List.of(stage.name(), stage.author())) {
      assertThat(name).matches("[^\\s:/,]+");
    }
    assertThat(DefaultStages.reservedFor(stage.name())).as("what else has this name").isEmpty();
    assertThat(openStage().name()).isEqualTo(stage.name());
    assertThat(openStage().author()).isEqualTo(stage.author());
  }

  @Test
  final void it_learns_something() {
    assertThat(episodes).as("instructive episodes").hasSizeGreaterThan(1);
    assertThat(learned(episodes).knowledge())
        .isNotEmpty()
        .allSatisfy(
            knowledge -> {
              assertThat(knowledge.confidence()).as("confidence").isBetween(0.0, 1.0);
              assertThat(knowledge.episodes()).as("episodes").isNotEmpty();
            });
  }

  @Test
  final void an_episode_teaches_the_same_whenever_it_is_asked_and_whoever_asks() {
    Stage<L> other = openStage();
    for (Episode episode : episodes) {
      L lesson = present(episode);
      assertThat(lesson(episode)).isEqualTo(lesson);
      other.prepare(List.of(episode));
      assertThat(other.lesson(episode)).contains(lesson);
    }
  }

  @Test
  final void a_lesson_is_the_same_after_it_was_stored() {
    for (Episode episode : episodes) {
      L lesson = present(episode);
      JsonObject written = stage.codec().write(lesson);
      assertThat(written.members()).as("members of a lesson that is stored").isNotEmpty();
      JsonObject stored = (JsonObject) CODEC.parse("lesson", CODEC.write(written));
      assertThat(stage.codec().read(stored)).isEqualTo(lesson);
    }
  }

  @Test
  final void a_lesson_has_the_facts_that_may_be_learned_and_no_others() {
    for (Episode episode : episodes) {
      L lesson = present(episode);
      assertThat(stage.only(lesson, fact -> true)).contains(lesson);
      for (SemanticPayload gone : stage.facts(lesson)) {
        stage
            .only(lesson, fact -> !fact.equals(gone))
            .ifPresent(left -> assertThat(stage.facts(left)).doesNotContain(gone));
      }
    }
  }

  @Test
  final void what_is_no_lesson_is_refused_or_read_as_one() {
    assertRead(new JsonObject(Map.of("no lesson", JsonValue.of(true))));
    for (Episode episode : episodes) {
      JsonObject written = stage.codec().write(present(episode));
      for (String member : written.members().keySet()) {
        for (Object other : List.of(7, "no lesson", List.of(7))) {
          Map<String, JsonValue> members = new HashMap<>(written.members());
          members.put(member, JsonValue.of(other));
          assertRead(new JsonObject(members));
        }
      }
    }
  }

  /** An earlier version of the stage may have written less. */
  private void assertRead(JsonObject stored) {
    String expected =
        "read of " + CODEC.write(stored) + ": expected a lesson or an IllegalArgumentException";
    try {
      assertThat(stage.codec().read(stored)).as(expected).isNotNull();
    } catch (IllegalArgumentException refused) {
      // As it is promised.
    } catch (RuntimeException other) {
      throw new AssertionError(expected, other);
    }
  }

  @Test
  final void an_event_without_a_summary_and_a_call_without_a_result_do_no_harm() {
    TimelineEvent event = new TimelineEvent(Samples.START, "user_input", "no words", null);
    ToolNode call = new ToolNode("bare", "look", null, null, null, List.of());
    for (Episode episode : episodes) {
      EpisodicPayload trace = episode.trace();
      List<TimelineEvent> events = new ArrayList<>(trace.timeline());
      events.add(event);
      List<ToolNode> calls = new ArrayList<>(trace.toolGraph());
      calls.add(call);
      var unused = learned(List.of(scenes.of(trace.withTrace(events, calls))));
    }
  }

  @Test
  final void an_episode_without_words_or_calls_teaches_nothing() {
    EpisodicPayload silent = EpisodicPayload.of(List.of(), List.of());
    for (EpisodicPayload trace : List.of(silent, silent.withOutcome(OutcomeStatus.SUCCESS))) {
      Episode episode = scenes.of(trace);
      stage.prepare(List.of(episode));
      TestNotebook notebook = learned(List.of(episode));
      assertThat(notebook.knowledge()).as("learned of %s", trace).isEmpty();
    }
  }

  @Test
  final void the_order_of_episodes_does_not_matter() {
    TestNotebook expected = learned(episodes);
    Random chance = new Random(11);
    for (int i = 0; i < ORDERS; i++) {
      List<Episode> shuffled = new ArrayList<>(episodes);
      Collections.shuffle(shuffled, chance);
      assertSame(learned(shuffled), expected, "in another order");
    }
  }

  @Test
  final void many_episodes_at_once_teach_what_they_teach_one_by_one() {
    TestNotebook notebook = new TestNotebook();
    stage.prepare(episodes);
    List<Optional<L>> lessons = episodes.stream().map(stage::lesson).toList();
    for (int i = 0; i < lessons.size(); i++) {
      exchange(episodes.get(i), null, lessons.get(i).orElse(null), notebook);
    }
    stage.conclude(notebook);
    assertSame(notebook, learned(episodes), "at once");
  }

  @Test
  final void an_episode_that_has_nothing_to_say_any_more_takes_back_what_it_taught() {
    TestNotebook notebook = learned(episodes);
    for (Episode episode : episodes) {
      exchange(episode, lesson(episode), null, notebook);
      stage.conclude(notebook);
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
    for (int i = 0; i < episodes.size(); i++) {
      Episode before = episodes.get(i);
      Episode after = withTrace(before, episodes.get((i + 1) % episodes.size()));
      TestNotebook notebook = learned(episodes);
      exchange(before, lesson(before), lesson(after), notebook);
      stage.conclude(notebook);
      exchange(after, lesson(after), null, notebook);
      stage.conclude(notebook);
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
    for (Episode episode : episodes) {
      String id = episode.record().id();
      TestNotebook notebook = learned(episodes);
      Set<String> gone = notebook.learnedOnlyFrom(id);
      stage.lose(Set.of(id), notebook.records(), notebook);
      stage.conclude(notebook);
      List<String> kept = notebook.notesWithout(gone, ids(), stage::without);
      assertThat(wordsOnlyOf(episode))
          .as("words in notes after lose() and without() of the only episode that has them")
          .noneMatch(word -> kept.stream().anyMatch(note -> words(note).anyMatch(word::equals)));
    }
  }

  private Set<String> ids() {
    return episodes.stream().map(episode -> episode.record().id()).collect(Collectors.toSet());
  }

  private Set<String> wordsOnlyOf(Episode episode) {
    Set<String> words = said(episode).collect(Collectors.toSet());
    episodes.stream()
        .filter(other -> !other.record().id().equals(episode.record().id()))
        .flatMap(StageTck::said)
        .forEach(words::remove);
    return words;
  }

  private static Stream<String> said(Episode episode) {
    return episode.trace().timeline().stream()
        .map(TimelineEvent::summary)
        .filter(Objects::nonNull)
        .flatMap(StageTck::words);
  }

  private static Stream<String> words(String text) {
    return Arrays.stream(text.split("\\W+")).filter(word -> word.length() > 2);
  }

  @Test
  final void whoever_takes_an_episode_back_names_it_in_the_rationale() {
    TestNotebook notebook = learned(episodes);
    for (Episode episode : episodes) {
      String gone = episode.record().id();
      notebook.forgetReasons();
      exchange(episode, lesson(episode), null, notebook);
      stage.conclude(notebook);
      assertThat(notebook.reasonsWithout(gone))
          .as("why records have lost the episode %s", gone)
          .allMatch(rationale -> rationale.contains(gone));
    }
  }

  @Test
  final void what_was_taken_back_and_is_said_again_is_learned_again() {
    TestNotebook notebook = learned(episodes);
    Episode first = episodes.get(0);
    exchange(first, lesson(first), null, notebook);
    stage.conclude(notebook);
    exchange(first, null, lesson(first), notebook);
    stage.conclude(notebook);
    assertSame(notebook, learned(episodes), "said again");
  }

  @Test
  final void a_record_that_is_gone_stops_nothing() {
    TestNotebook notebook = learned(episodes);
    notebook.prune();
    List<Episode> repeated = repeated();
    learn(repeated, notebook);
    takeBack(repeated, notebook);
    takeBack(episodes, notebook);
    learn(episodes, notebook);
  }

  @Test
  final void a_fact_that_a_caller_has_taken_back_is_not_made_again() {
    TestNotebook notebook = learned(episodes);
    notebook.retract();
    learn(repeated(), notebook);
    assertThat(commonFacts())
        .as("facts that a caller deleted and the stage made again")
        .noneMatch(fact -> notebook.copiesOf(fact) > 0);
  }

  @Test
  final void a_fact_that_a_caller_has_stated_is_made_no_second_time_and_stays() {
    RevisionState withdrawn = new RevisionState(null, null, RevisionStatus.RETRACTED);
    for (RevisionState revision : Arrays.asList(null, withdrawn)) {
      List<Knowledge> facts = commonFacts();
      TestNotebook notebook = new TestNotebook();
      facts.forEach(fact -> notebook.state(fact, revision));
      learn(episodes, notebook);
      assertOneOfEach(facts, notebook);
      takeBack(episodes, notebook);
      assertOneOfEach(facts, notebook);
    }
  }

  private static void assertOneOfEach(List<Knowledge> facts, TestNotebook notebook) {
    assertThat(facts)
        .as("facts that a caller has stated: expected once each")
        .allMatch(fact -> notebook.copiesOf(fact) == 1);
  }

  @Test
  final void an_exchange_reads_only_the_notes_that_it_announced() {
    TestNotebook notebook = new TestNotebook();
    for (Episode episode : episodes) {
      L lesson = present(episode);
      exchange(episode, null, lesson, notebook);
      assertAnnounced(lesson, notebook);
    }
    for (Episode episode : episodes) {
      L lesson = present(episode);
      exchange(episode, lesson, null, notebook);
      assertAnnounced(lesson, notebook);
    }
  }

  private void assertAnnounced(L lesson, TestNotebook notebook) {
    assertThat(Set.copyOf(stage.notes(lesson)))
        .as("notes that are announced, of those that are read")
        .containsAll(notebook.takeRead());
  }

  @Test
  final void the_facts_that_it_makes_are_among_those_that_it_announced() {
    for (Episode episode : episodes) {
      List<SemanticPayload> announced =
          stage.facts(present(episode)).stream().map(StageTck::statement).toList();
      assertThat(
              learned(List.of(episode)).knowledge().stream()
                  .map(Knowledge::payload)
                  .filter(SemanticPayload.class::isInstance)
                  .map(made -> statement((SemanticPayload) made)))
          .as("facts that are made, of those that are announced")
          .isSubsetOf(announced);
    }
  }

  private static SemanticPayload statement(SemanticPayload fact) {
    return fact.withEvidence(List.of());
  }

  @Test
  final void many_threads_get_each_their_own_lessons() throws InterruptedException {
    List<Optional<L>> expected = episodes.stream().map(stage::lesson).toList();
    List<List<Optional<L>>> raced =
        Race.run(THREADS, i -> () -> episodes.stream().map(stage::lesson).toList());
    assertThat(raced).allMatch(expected::equals);
  }
}
