package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run teaches about a group of runs that are not alike.
 *
 * @param effects whether its calls seem to change anything
 * @param asked what was asked for in a success
 * @param groups the groups that the run is kept under, see {@code RunGroups}
 */
record GeneralizationLesson(Run run, CallEffects effects, AskedWords asked, List<String> groups) {

  static final LessonCodec<GeneralizationLesson> CODEC = new GeneralizationCodec();

  /** Copies the lists. */
  GeneralizationLesson {
    groups = List.copyOf(groups);
  }

  /**
   * The lesson as it is kept among the latest runs. Their arguments are in the tally, and their
   * groups with the kept runs.
   */
  GeneralizationLesson withoutArguments() {
    return new GeneralizationLesson(run.withoutArguments(), effects, asked, List.of());
  }

  /** The lesson as it is kept once it is not known which words are those of an erased run. */
  GeneralizationLesson withoutWords() {
    return new GeneralizationLesson(run.withoutWords(), effects, AskedWords.NONE, groups);
  }

  private static final class GeneralizationCodec implements LessonCodec<GeneralizationLesson> {

    private static final String WORDS = "words";
    private static final String COUNTS = "counts";
    private static final String GROUPS = "groups";

    @Override
    public JsonObject write(GeneralizationLesson lesson) {
      StoredFields words = StoredFields.of(lesson.asked().words());
      StoredFields counts = StoredFields.none();
      lesson
          .asked()
          .counts()
          .forEach((term, count) -> counts.put(term, count > 1 || !words.has(term) ? count : null));
      StoredFields told =
          RunCodec.write(lesson.run())
              .putFields(WORDS, words)
              .putFields(COUNTS, counts)
              .put(GROUPS, lesson.groups().isEmpty() ? null : lesson.groups());
      lesson.effects().writeTo(told);
      return told.toJson();
    }

    @Override
    public GeneralizationLesson read(JsonObject stored) {
      StoredFields lesson = StoredFields.of(stored);
      Map<String, String> forms = lesson.fields(WORDS).byName(StoredFields::text);
      Map<String, Integer> times = new LinkedHashMap<>();
      forms.keySet().forEach(term -> times.put(term, 1));
      lesson
          .fields(COUNTS)
          .byName(StoredFields::count)
          .forEach((term, count) -> times.put(term, (int) Math.max(1, count)));
      return new GeneralizationLesson(
          RunCodec.read(lesson),
          CallEffects.read(lesson),
          new AskedWords(forms, times),
          lesson.texts(GROUPS));
    }
  }
}
