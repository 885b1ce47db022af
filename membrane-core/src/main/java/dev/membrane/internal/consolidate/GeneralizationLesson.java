package dev.membrane.internal.consolidate;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.spi.LessonCodec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run says of those that are not alike.
 *
 * @param feeds the places of the calls that feed later ones
 * @param words what was said in a success: words by their terms
 */
record GeneralizationLesson(Run run, List<Integer> feeds, Map<String, String> words) {

  static final LessonCodec<GeneralizationLesson> CODEC = new Codec();

  /** Copies the list, and the map in its order. */
  GeneralizationLesson {
    feeds = List.copyOf(feeds);
    words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
  }

  /** As it is kept among the latest runs; their arguments are in the tally. */
  GeneralizationLesson withoutArguments() {
    return new GeneralizationLesson(run.withoutArguments(), feeds, words);
  }

  private static final class Codec implements LessonCodec<GeneralizationLesson> {

    private static final String FEEDS = "feeds";
    private static final String WORDS = "words";

    @Override
    public JsonObject write(GeneralizationLesson lesson) {
      Map<String, JsonValue> words = new LinkedHashMap<>();
      lesson.words().forEach((term, word) -> words.put(term, JsonValue.of(word)));
      return RunCodec.write(lesson.run())
          .put(FEEDS, lesson.feeds())
          .put(WORDS, lesson.run().isSuccess() ? new JsonObject(words) : null)
          .toJson();
    }

    @Override
    public GeneralizationLesson read(JsonObject stored) {
      Fields lesson = Fields.of(stored);
      Fields told = lesson.fields(WORDS);
      Map<String, String> words = new LinkedHashMap<>();
      told.members().keySet().forEach(term -> words.put(term, told.text(term)));
      return new GeneralizationLesson(RunCodec.read(lesson), lesson.counts(FEEDS), words);
    }
  }
}
