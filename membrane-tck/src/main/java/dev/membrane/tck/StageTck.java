package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.DefaultStages;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Stage}. What a stage learns is not tested. Tested is that the same
 * episodes teach the same in any order, and that what an episode taught can be taken back.
 *
 * @param <L> the lessons of the stage
 */
public abstract class StageTck<L> extends UnlearningContract<L> {

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

  @Override
  final Stage<L> stage() {
    return stage;
  }

  @Override
  final List<Episode> episodes() {
    return episodes;
  }

  @Override
  final List<Episode> repeated() {
    return episodes.stream().map(episode -> scenes.of(episode.trace())).toList();
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
      StageUnderTest.assertSame(learned(shuffled), expected, "in another order");
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
    StageUnderTest.assertSame(notebook, learned(episodes), "at once");
  }
}
