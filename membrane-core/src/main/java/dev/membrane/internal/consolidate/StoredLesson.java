package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.spi.commit.Key;
import java.util.Map;
import java.util.Optional;

/**
 * The lesson that an episode taught a stage, as it is kept with the episode.
 *
 * @param scope the scope and sensitivity that the episode had then
 * @param lesson as the stage's codec writes it; empty if it taught nothing
 */
public record StoredLesson(LearningScope scope, Optional<JsonObject> lesson) {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String LESSON = "lesson";
  private static final String SCOPE = "scope";
  private static final String SENSITIVITY = "sensitivity";

  /** Reads the lesson that a key keeps. */
  public static StoredLesson of(Key key) {
    StoredFields stored =
        StoredFields.of((JsonObject) CODEC.parse("lesson", LearnedKeys.lesson(key)));
    LearningScope scope =
        new LearningScope(
            stored.optionalText(SCOPE).orElse(null),
            Sensitivity.of(SENSITIVITY, stored.text(SENSITIVITY)));
    JsonObject lesson = stored.fields(LESSON).toJson();
    return new StoredLesson(scope, Optional.of(lesson).filter(it -> !it.members().isEmpty()));
  }

  /** What the episode taught; empty if that was nothing. */
  public <L> Optional<L> lesson(LessonCodec<L> codec) {
    return lesson.map(codec::read);
  }

  /** The key that keeps this lesson of the present version of an episode. */
  Key toKey(String name, MemoryRecord episode) {
    StoredFields stored =
        StoredFields.none()
            .put(SCOPE, scope.scope())
            .put(SENSITIVITY, scope.sensitivity().wireName())
            .put(LESSON, lesson.orElse(NOTHING));
    return new Key(name, LearnedKeys.value(episode, CODEC.write(stored.toJson())), episode.id());
  }
}
