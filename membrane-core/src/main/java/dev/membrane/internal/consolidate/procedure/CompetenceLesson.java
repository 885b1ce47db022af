package dev.membrane.internal.consolidate.procedure;

import dev.membrane.internal.consolidate.StoredFields;
import dev.membrane.schema.JsonObject;
import dev.membrane.spi.Stage.LessonCodec;
import java.util.List;

/**
 * What a run teaches about a skill.
 *
 * @param signals the first that the agent heard before it called a tool
 */
record CompetenceLesson(Run run, List<String> signals) {

  static final LessonCodec<CompetenceLesson> CODEC = new CompetenceCodec();

  /** Copies the list. */
  CompetenceLesson {
    signals = List.copyOf(signals);
  }

  private static final class CompetenceCodec implements LessonCodec<CompetenceLesson> {

    private static final String SIGNALS = "signals";

    @Override
    public JsonObject write(CompetenceLesson lesson) {
      return RunCodec.write(lesson.run()).put(SIGNALS, lesson.signals()).toJson();
    }

    @Override
    public CompetenceLesson read(JsonObject stored) {
      StoredFields lesson = StoredFields.of(stored);
      return new CompetenceLesson(RunCodec.read(lesson), lesson.texts(SIGNALS));
    }
  }
}
