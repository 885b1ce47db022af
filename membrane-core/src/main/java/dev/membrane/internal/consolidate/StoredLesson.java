package dev.membrane.internal.consolidate;

import dev.membrane.internal.change.LearnedKeys;
import dev.membrane.internal.keys.LearningScope;
import dev.membrane.internal.keys.NoteKeys;
import dev.membrane.schema.EvidenceType;
import dev.membrane.schema.IdentityText;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.spi.commit.Key;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lesson that an episode taught a stage, as it is kept with the episode.
 *
 * @param scope the scope and sensitivity that the episode had then
 * @param lesson as the stage's codec writes it; empty if it taught nothing
 * @param most the lesson with all facts that it may teach at most, since another one was erased: to
 *     name that one would keep it; without members: none; null: any
 */
public record StoredLesson(
    LearningScope scope, Optional<JsonObject> lesson, @Nullable JsonObject most) {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String LESSON = "lesson";
  private static final String MOST = "most";
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
    return new StoredLesson(
        scope,
        Optional.of(lesson).filter(it -> !it.members().isEmpty()),
        stored.has(MOST) ? stored.fields(MOST).toJson() : null);
  }

  /** What the episode taught; empty if that was nothing. */
  public <L> Optional<L> lesson(LessonCodec<L> codec) {
    return lesson.map(codec::read);
  }

  /** The part of a lesson that the episode may teach now. */
  <L> Optional<L> allowed(L taught, Stage<L> stage) {
    if (most == null) {
      return Optional.of(taught);
    }
    Set<List<Object>> facts =
        facts(most, stage).stream().map(StoredLesson::said).collect(Collectors.toSet());
    return stage.only(taught, fact -> facts.contains(said(fact)));
  }

  /**
   * Without an erased fact, which is not learned again either. If an episode has both heard and
   * said it, only what was erased goes.
   *
   * @param isHearsay whether hearsay was erased
   * @return itself if it does not have it
   */
  <L> StoredLesson without(SemanticPayload erased, boolean isHearsay, Stage<L> stage) {
    List<String> gone = words(erased);
    List<SemanticPayload> same =
        Stream.of(lesson, Optional.ofNullable(most))
            .flatMap(Optional::stream)
            .flatMap(stored -> facts(stored, stage).stream())
            .filter(fact -> words(fact).equals(gone))
            .toList();
    boolean hasBoth =
        same.stream().anyMatch(StoredLesson::isHearsay)
            && !same.stream().allMatch(StoredLesson::isHearsay);
    return only(
        fact -> !words(fact).equals(gone) || (hasBoth && isHearsay(fact) != isHearsay), stage);
  }

  /**
   * Without the facts that led to some erased notes, which are not learned again either.
   *
   * @param notes the names of the keys of the notes
   * @return itself if it has none of these facts
   */
  public <L> StoredLesson without(Set<String> notes, Stage<L> stage) {
    Set<List<Object>> gone =
        Stream.of(lesson, Optional.ofNullable(most))
            .flatMap(Optional::stream)
            .filter(stored -> !stored.members().isEmpty())
            .filter(stored -> leadsTo(notes, stage.codec().read(stored), stage))
            .flatMap(stored -> facts(stored, stage).stream().filter(isIn(notes, stored, stage)))
            .map(StoredLesson::said)
            .collect(Collectors.toSet());
    return only(fact -> !gone.contains(said(fact)), stage);
  }

  /** Tells whether a fact of a lesson leads to one of some notes: whether it does so alone. */
  private <L> Predicate<SemanticPayload> isIn(
      Set<String> notes, JsonObject stored, Stage<L> stage) {
    L whole = stage.codec().read(stored);
    return fact -> {
      List<Object> said = said(fact);
      return stage
          .only(whole, other -> said(other).equals(said))
          .filter(alone -> leadsTo(notes, alone, stage))
          .isPresent();
    };
  }

  private <L> boolean leadsTo(Set<String> notes, L taught, Stage<L> stage) {
    return stage.notes(taught).stream()
        .anyMatch(note -> notes.contains(NoteKeys.name(scope, stage.name(), note)));
  }

  private <L> StoredLesson only(Predicate<SemanticPayload> isKept, Stage<L> stage) {
    JsonObject taught = lesson.orElse(NOTHING);
    JsonObject allowed = most == null ? taught : most;
    boolean hasAll =
        facts(taught, stage).stream().allMatch(isKept)
            && facts(allowed, stage).stream().allMatch(isKept);
    return hasAll
        ? this
        : new StoredLesson(
            scope,
            Optional.of(only(taught, isKept, stage)).filter(it -> !it.members().isEmpty()),
            only(allowed, isKept, stage));
  }

  private static <L> Collection<SemanticPayload> facts(JsonObject stored, Stage<L> stage) {
    return stored.members().isEmpty() ? List.of() : stage.facts(stage.codec().read(stored));
  }

  private static <L> JsonObject only(
      JsonObject stored, Predicate<SemanticPayload> isKept, Stage<L> stage) {
    LessonCodec<L> codec = stage.codec();
    return stored.members().isEmpty()
        ? stored
        : stage.only(codec.read(stored), isKept).map(codec::write).orElse(NOTHING);
  }

  /** What a fact says and whether it is hearsay: two facts are one and the same by it. */
  private static List<Object> said(SemanticPayload fact) {
    return List.of(words(fact), isHearsay(fact));
  }

  private static List<String> words(SemanticPayload fact) {
    return List.of(
        IdentityText.of(fact.subject()),
        IdentityText.of(fact.predicate()),
        IdentityText.of(fact.object()));
  }

  /** Only hearsay has no evidence but that of tools. A stage may leave out evidence. */
  private static boolean isHearsay(SemanticPayload fact) {
    return !fact.evidence().isEmpty()
        && fact.evidence().stream().allMatch(it -> it.sourceType() == EvidenceType.TOOL);
  }

  /** The key that keeps this lesson of the present version of an episode. */
  Key toKey(String name, MemoryRecord episode) {
    return new Key(name, LearnedKeys.value(episode, text()), episode.id());
  }

  /** The key that keeps this lesson of the same version as another key. */
  public Key inPlaceOf(Key before) {
    return new Key(before.name(), LearnedKeys.withLesson(before, text()), before.owner());
  }

  private String text() {
    return CODEC.write(
        StoredFields.none()
            .put(SCOPE, scope.scope())
            .put(SENSITIVITY, scope.sensitivity().wireName())
            .put(LESSON, lesson.orElse(NOTHING))
            .put(MOST, most)
            .toJson());
  }
}
