package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run teaches about a plan.
 *
 * @param control which call waited for which, as {@code from-to}, by their places
 * @param data which call used what another told, in the same way
 * @param told the arguments that were told to the run before, by {@code CallArguments.argumentName}
 * @param intent what was asked for first, or the kind of the first event; null if there is none
 */
record PlanLesson(
    Run run, List<String> control, List<String> data, List<String> told, @Nullable String intent) {

  static final LessonCodec<PlanLesson> CODEC = new PlanCodec();

  /** Copies the lists. */
  PlanLesson {
    control = List.copyOf(control);
    data = List.copyOf(data);
    told = List.copyOf(told);
  }

  private static final class PlanCodec implements LessonCodec<PlanLesson> {

    private static final String CONTROL = "control";
    private static final String DATA = "data";
    private static final String TOLD = "told";
    private static final String INTENTS = "intents";

    @Override
    public JsonObject write(PlanLesson lesson) {
      return RunCodec.write(lesson.run())
          .put(CONTROL, lesson.control())
          .put(DATA, lesson.data())
          .put(TOLD, lesson.told().isEmpty() ? null : lesson.told())
          .put(INTENTS, lesson.intent())
          .toJson();
    }

    @Override
    public PlanLesson read(JsonObject stored) {
      StoredFields lesson = StoredFields.of(stored);
      return new PlanLesson(
          RunCodec.read(lesson),
          lesson.texts(CONTROL),
          lesson.texts(DATA),
          lesson.texts(TOLD),
          lesson.optionalText(INTENTS).orElse(null));
    }
  }
}
