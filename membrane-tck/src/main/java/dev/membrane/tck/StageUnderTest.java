package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What every part of the contract has: a stage, and episodes that teach it something. The parts are
 * classes and not interfaces so that what they share is not public.
 *
 * @param <L> the lessons of the stage
 */
abstract class StageUnderTest<L> {

  /** The stage under test. */
  abstract Stage<L> stage();

  /** The instructive episodes. */
  abstract List<Episode> episodes();

  /** Other episodes in which the same happened. */
  abstract List<Episode> repeated();

  /** What was learned of episodes one after the other. */
  final TestNotebook learned(List<Episode> some) {
    TestNotebook notebook = new TestNotebook();
    learn(some, notebook);
    return notebook;
  }

  final void learn(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, null, lesson(episode), notebook);
      stage().conclude(notebook);
    }
  }

  final void takeBack(List<Episode> some, TestNotebook notebook) {
    for (Episode episode : some) {
      exchange(episode, lesson(episode), null, notebook);
      stage().conclude(notebook);
    }
  }

  final @Nullable L lesson(Episode episode) {
    stage().prepare(List.of(episode));
    return stage().lesson(episode).orElse(null);
  }

  /** What an instructive episode teaches. */
  final L present(Episode episode) {
    L lesson = lesson(episode);
    assertThat(lesson).as("what an instructive episode teaches").isNotNull();
    return Objects.requireNonNull(lesson);
  }

  /** As the engine does: not at all, if nothing changes. */
  final void exchange(
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
