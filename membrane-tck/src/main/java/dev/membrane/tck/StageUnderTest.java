package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every part of the contract has: a stage, and episodes that teach it something.
 *
 * @param <L> the lessons of the stage
 */
interface StageUnderTest<L> {

  /** The stage under test. */
  Stage<L> stage();

  /** The instructive episodes. */
  List<Episode> episodes();

  /** Other episodes in which the same happened. */
  List<Episode> repeated();

  /** What was learned of episodes one after the other. */
  default TestNotebook learned(List<Episode> some) {
    TestNotebook notebook = new TestNotebook();
    learn(some, notebook);
    return notebook;
  }

  default void learn(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, null, lesson(episode), notebook);
      stage().conclude(notebook);
    }
  }

  default void takeBack(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, lesson(episode), null, notebook);
      stage().conclude(notebook);
    }
  }

  default @Nullable L lesson(Episode episode) {
    stage().prepare(List.of(episode));
    return stage().lesson(episode).orElse(null);
  }

  /** What an instructive episode teaches. */
  default L present(Episode episode) {
    L lesson = lesson(episode);
    assertThat(lesson).as("what an instructive episode teaches").isNotNull();
    return Objects.requireNonNull(lesson);
  }

  /** As the engine does: not at all, if nothing changes. */
  default void exchange(
      Episode episode, @Nullable L former, @Nullable L lesson, TestNotebook notebook) {
    if (!Objects.equals(former, lesson)) {
      stage().exchange(episode.record().id(), former, lesson, notebook);
    }
  }

  static void assertSame(TestNotebook one, TestNotebook other, String how) {
    List<Knowledge> expected = other.knowledge();
    assertThat(one.knowledge()).as(how).containsExactlyInAnyOrderElementsOf(expected);
  }
}
