package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.episode.EpisodeSettling;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import dev.membrane.spi.commit.Key;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

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
    List<String> ids = episodes.stream().map(MemoryRecord::id).toList();
    commit.prefetch(stages.stream().flatMap(stage -> keyNames(stage, ids)).toList());
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

  /**
   * Takes back the notes that led to a record that is no episode. A fact is also taken out of the
   * lessons of the episodes that stay, so that none of them teaches it again.
   */
  public void forget(MemoryRecord record) {
    LearningScope scope = LearningScope.of(record);
    stages.forEach(stage -> stage.forget(record, notebook(stage, scope)));
    if (record.payload() instanceof SemanticPayload fact) {
      boolean isHearsay = FactIdentity.isHearsay(record);
      Set<String> episodes = new LinkedHashSet<>(Sources.episodes(record));
      fact.evidence().forEach(evidence -> episodes.add(evidence.sourceId()));
      commit.prefetch(stages.stream().flatMap(stage -> keyNames(stage, episodes)).toList());
      stages.forEach(
          stage ->
              takeOut(stored -> stored.without(fact, isHearsay, stage), stage, episodes, scope));
    }
  }

  /** Others than episodes have no lessons, and those of another scope did not teach the fact. */
  private void takeOut(
      UnaryOperator<StoredLesson> taking,
      Stage<?> stage,
      Set<String> episodes,
      LearningScope scope) {
    for (String name : keyNames(stage, episodes).toList()) {
      Key key = commit.key(name).orElse(null);
      StoredLesson stored = key == null ? null : StoredLesson.of(key);
      if (key != null && stored != null && stored.scope().equals(scope)) {
        StoredLesson without = taking.apply(stored);
        if (!without.equals(stored)) {
          commit.put(name, without.inPlaceOf(key));
        }
      }
    }
  }

  private static Stream<String> keyNames(Stage<?> stage, Collection<String> episodes) {
    return episodes.stream().map(id -> LearnedKeys.keyName(stage.name(), id));
  }

  /** Marks and unmarks facts that contradict each other, after all that the commit changes. */
  public void markDisagreements(String actor) {
    if (stages.stream().anyMatch(Stage::canContradict)) {
      new Disagreements(learning.store(), commit, actor, now).mark();
    }
  }
}
