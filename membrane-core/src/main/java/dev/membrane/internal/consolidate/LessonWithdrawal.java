package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes back what records taught the stages, as they are erased. The changes are collected in a
 * commit. Not thread-safe.
 */
public final class LessonWithdrawal {

  private final LearningContext learning;
  private final List<Stage<?>> stages;
  private final StageCommit commit;
  private final Instant now;
  private final Predicate<String> erasing;

  /**
   * Nothing is taken back yet.
   *
   * @param now when the records are erased
   * @param erasing erases what no lesson supports any more, by its id; answers whether that is
   *     allowed
   */
  public LessonWithdrawal(
      LearningContext learning,
      List<Stage<?>> stages,
      StageCommit commit,
      Instant now,
      Predicate<String> erasing) {
    this.learning = learning;
    this.stages = stages;
    this.commit = commit;
    this.now = now;
    this.erasing = erasing;
  }

  /** Takes back what episodes taught. */
  public void takeBack(Collection<MemoryRecord> episodes) {
    commit.prefetch(
        stages.stream()
            .flatMap(
                stage ->
                    episodes.stream().map(record -> LearnedKeys.keyName(stage.name(), record.id())))
            .toList());
    stages.forEach(stage -> takeBack(stage, episodes));
  }

  private <L> void takeBack(Stage<L> stage, Collection<MemoryRecord> episodes) {
    Map<LearningScope, Notebook> notebooks = new LinkedHashMap<>();
    for (MemoryRecord episode : episodes) {
      Optional<StoredLesson> stored =
          commit.key(LearnedKeys.keyName(stage.name(), episode.id())).map(StoredLesson::of);
      Optional<L> former = stored.flatMap(it -> it.lesson(stage.codec()));
      if (stored.isPresent() && former.isPresent()) {
        Notebook notebook =
            notebooks.computeIfAbsent(stored.get().scope(), scope -> notebook(stage, scope));
        stage.exchange(episode.id(), former.get(), null, notebook);
      }
    }
    notebooks.values().forEach(stage::conclude);
  }

  private Notebook notebook(Stage<?> stage, LearningScope scope) {
    return new ErasingNotebook(learning, stage, scope, commit, now, erasing);
  }

  /**
   * Removes what is left of episodes whose lessons are gone with them.
   *
   * @param lost the ids, all of one scope and sensitivity
   * @param whole the last versions of those of which they are kept, and that had one record
   * @param learned what was perhaps learned from them
   */
  public void lose(
      Set<String> lost,
      Collection<MemoryRecord> whole,
      Collection<MemoryRecord> learned,
      LearningScope scope) {
    List<MemoryRecord> here =
        learned.stream().filter(record -> LearningScope.of(record).equals(scope)).toList();
    stages.forEach(stage -> lose(stage, lost, whole, here, notebook(stage, scope)));
  }

  private static <L> void lose(
      Stage<L> stage,
      Set<String> lost,
      Collection<MemoryRecord> whole,
      List<MemoryRecord> learned,
      Notebook notebook) {
    Set<String> unknown = new HashSet<>(lost);
    boolean isAnyKnown = false;
    if (stage.isRepeatable()) {
      for (MemoryRecord episode : whole) {
        unknown.remove(episode.id());
        isAnyKnown |= isTakenBack(stage, episode, notebook);
      }
    }
    if (!unknown.isEmpty()) {
      stage.lose(unknown, learned, notebook);
    }
    if (isAnyKnown || !unknown.isEmpty()) {
      stage.conclude(notebook);
    }
  }

  /** Takes back what an episode taught; answers whether that was anything. */
  private static <L> boolean isTakenBack(Stage<L> stage, MemoryRecord episode, Notebook notebook) {
    Optional<L> lesson = stage.lesson(new Episode(episode, EpisodeSettling.settledAt(episode)));
    lesson.ifPresent(former -> stage.exchange(episode.id(), former, null, notebook));
    return lesson.isPresent();
  }

  /** Takes back the notes that led to a record that is no episode. */
  public void forget(MemoryRecord record) {
    stages.forEach(stage -> stage.forget(record, notebook(stage, LearningScope.of(record))));
  }

  /** Marks and unmarks facts that contradict each other, after all that the commit changes. */
  public void markDisagreements(String actor) {
    if (stages.stream().anyMatch(Stage::canContradict)) {
      new Disagreements(learning.store(), commit, actor, now).mark();
    }
  }
}
