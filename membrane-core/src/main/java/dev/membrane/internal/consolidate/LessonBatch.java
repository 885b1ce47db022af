package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.FactIdentity;
import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Has a stage take back what it once learned from some episodes, and learn what they teach now.
 *
 * @param <L> the lessons of the stage
 */
record LessonBatch<L>(LearningContext learning, Stage<L> stage, Instant now) {

  /**
   * Puts what is learned into a commit.
   *
   * @param parts all parts of the episodes
   */
  void into(StageCommit commit, List<StoredRecord> parts, List<Episode> episodes) {
    commit.prefetch(parts.stream().map(part -> keyName(part.record().id())).toList());
    Map<String, L> lessons = lessons(episodes);
    commit.prefetch(keyNames(episodes, lessons));
    exchangeAll(parts, lessons, commit);
  }

  /** What each episode teaches, by its id; without those that teach nothing. */
  private Map<String, L> lessons(List<Episode> episodes) {
    stage.prepare(episodes);
    Map<String, L> lessons = new HashMap<>();
    for (Episode episode : episodes) {
      stage.lesson(episode).ifPresent(lesson -> lessons.put(episode.record().id(), lesson));
    }
    return lessons;
  }

  /** The names of the keys that the exchange of lessons will ask for. */
  private List<String> keyNames(List<Episode> episodes, Map<String, L> lessons) {
    List<String> names = new ArrayList<>();
    for (Episode episode : episodes) {
      L lesson = lessons.get(episode.record().id());
      if (lesson != null) {
        LearningScope scope = LearningScope.of(episode.record());
        stage.notes(lesson).forEach(note -> names.add(NoteKeys.name(scope, stage.name(), note)));
        stage.facts(lesson).forEach(fact -> names.addAll(FactIdentity.keyNames(scope, fact)));
      }
    }
    return names;
  }

  /** What a whole episode teaches is kept with its first part; the others have nothing to add. */
  private void exchangeAll(List<StoredRecord> parts, Map<String, L> lessons, StageCommit commit) {
    Map<LearningScope, Notebook> notebooks = new LinkedHashMap<>();
    parts.forEach(part -> exchange(part, lessons.get(part.record().id()), commit, notebooks));
    notebooks.values().forEach(stage::conclude);
    if (stage.canContradict()) {
      new Disagreements(learning.store(), commit, EngineActors.stage(stage.name()), now).mark();
    }
  }

  private void exchange(
      StoredRecord stored,
      @Nullable L taught,
      StageCommit commit,
      Map<LearningScope, Notebook> notebooks) {
    MemoryRecord record = stored.record();
    String name = keyName(record.id());
    StoredLesson before = commit.key(name).map(StoredLesson::of).orElse(null);
    L lesson =
        before == null || taught == null ? taught : before.allowed(taught, stage).orElse(null);
    L former = before == null ? null : before.lesson(stage.codec()).orElse(null);
    LearningScope scope = LearningScope.of(record);
    if (former != null && before != null && !before.scope().equals(scope)) {
      Notebook abandoned = notebook(before.scope(), commit, false);
      notebooks.put(before.scope(), abandoned);
      stage.exchange(record.id(), former, null, abandoned);
      former = null;
    }
    if (!Objects.equals(former, lesson)) {
      Notebook notebook = notebooks.computeIfAbsent(scope, it -> notebook(it, commit, true));
      stage.exchange(record.id(), former, lesson, notebook);
    }
    Optional<JsonObject> written = Optional.ofNullable(lesson).map(stage.codec()::write);
    JsonObject most = before == null ? null : before.most();
    commit.put(name, new StoredLesson(scope, written, most).toKey(name, record));
  }

  private Notebook notebook(LearningScope scope, StageCommit commit, boolean leavesVersions) {
    return new LearningNotebook(learning, stage, scope, commit, now, leavesVersions);
  }

  private String keyName(String episodeId) {
    return LearnedKeys.keyName(stage.name(), episodeId);
  }
}
