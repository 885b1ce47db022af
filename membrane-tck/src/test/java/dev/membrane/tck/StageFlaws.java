package dev.membrane.tck;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the engine refuses of a stage, or a caller would wonder at. */
final class StageFlaws {

  private static final String NAMES = "it_has_names_that_stay_and_can_stand_in_a_key";
  private static final String CODECS = "what_is_no_lesson_is_refused_or_read_as_one";

  private StageFlaws() {}

  static List<Flaw<Stage<List<String>>>> all() {
    return List.of(
        new Flaw<>("it has the name of a job", NAMES, () -> named("prune")),
        new Flaw<>(
            "it makes notes of what is being done",
            "it_learns_something",
            () -> WordStage.exchanging(StageFlaws::work)),
        new Flaw<>(
            "it wants a summary of everything",
            "an_event_without_a_summary_and_a_call_without_a_result_do_no_harm",
            StageFlaws::wantingSummaries),
        new Flaw<>("it reads no lesson as null", CODECS, () -> reading(stored -> null)),
        new Flaw<>(
            "it takes all that is stored for texts", CODECS, () -> reading(StageFlaws::first)),
        new Flaw<>(
            "it reads more when it takes back",
            "an_exchange_reads_only_the_notes_that_it_announced",
            () ->
                new WordStage() {
                  @Override
                  public void exchange(
                      String id,
                      @Nullable List<String> former,
                      @Nullable List<String> lesson,
                      Notebook notebook) {
                    super.exchange(id, former, lesson, notebook);
                    if (former != null) {
                      notebook.read("what was taken back");
                    }
                  }
                }),
        new Flaw<>(
            "it does not ask whether its record is there",
            "a_record_that_is_gone_stops_nothing",
            () ->
                new WordStage() {
                  @Override
                  boolean isThere(String id, Notebook notebook) {
                    return true;
                  }
                }),
        new Flaw<>(
            "it makes again what is gone",
            "a_fact_that_a_caller_has_taken_back_is_not_made_again",
            () ->
                new WordStage() {
                  @Override
                  List<String> records(JsonObject note, Notebook notebook) {
                    return super.records(note, notebook).stream()
                        .filter(id -> notebook.record(id).isPresent())
                        .toList();
                  }
                }),
        new Flaw<>(
            "it does not ask what is known",
            "a_fact_that_a_caller_has_stated_is_made_no_second_time_and_stays",
            () ->
                new WordStage() {
                  @Override
                  boolean isKnown(Knowledge knowledge, Notebook notebook) {
                    return false;
                  }
                }));
  }

  private static Stage<List<String>> named(String name) {
    return new WordStage() {
      @Override
      public String name() {
        return name;
      }
    };
  }

  private static void work(String episodeId, Notebook notebook) {
    notebook.create(
        new Knowledge(Payloads.working("thread", null), 0.5, List.of(episodeId)),
        "seen in " + episodeId);
  }

  private static Stage<List<String>> wantingSummaries() {
    return new WordStage() {
      @Override
      public Optional<List<String>> lesson(Episode episode) {
        episode.trace().timeline().forEach(event -> Objects.requireNonNull(event.summary()));
        return super.lesson(episode);
      }
    };
  }

  /** A stage that reads in another way what it has not written. */
  private static Stage<List<String>> reading(Function<JsonObject, List<String>> other) {
    return new WordStage() {
      @Override
      public LessonCodec<List<String>> codec() {
        LessonCodec<List<String>> sound = super.codec();
        return new LessonCodec<>() {
          @Override
          public JsonObject write(List<String> lesson) {
            return sound.write(lesson);
          }

          @Override
          public List<String> read(JsonObject stored) {
            try {
              return sound.read(stored);
            } catch (IllegalArgumentException refused) {
              return other.apply(stored);
            }
          }
        };
      }
    };
  }

  private static List<String> first(JsonObject stored) {
    JsonArray words = (JsonArray) stored.members().values().iterator().next();
    return List.of(((JsonString) words.items().get(0)).value());
  }
}
