package dev.membrane.tck;

import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Validity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage;
import dev.membrane.spi.Stage.LessonCodec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Learns of each thing that was said which episodes say it, and the flaws that a stage may have.
 */
class WordStage implements Stage<List<String>> {

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String WORDS = "words";
  private static final LessonCodec<List<String>> CODEC =
      new LessonCodec<>() {
        @Override
        public JsonObject write(List<String> lesson) {
          return new JsonObject(Map.of(WORDS, array(lesson)));
        }

        @Override
        public List<String> read(JsonObject stored) {
          return texts(stored, WORDS);
        }
      };

  private static final String LEARNS = "it_learns_something";
  private static final String EPISODES = "episodes";
  private static final String RECORD = "record";

  @Override
  public String name() {
    return WORDS;
  }

  @Override
  public LessonCodec<List<String>> codec() {
    return CODEC;
  }

  @Override
  public Optional<List<String>> lesson(Episode episode) {
    List<String> words =
        episode.trace().timeline().stream()
            .map(TimelineEvent::summary)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  @Override
  public Collection<String> notes(List<String> lesson) {
    return lesson;
  }

  @Override
  public Collection<SemanticPayload> facts(List<String> lesson) {
    return lesson.stream().map(WordStage::fact).toList();
  }

  @Override
  public void exchange(
      String episodeId,
      @Nullable List<String> former,
      @Nullable List<String> lesson,
      Notebook notebook) {
    listed(former).forEach(word -> count(word, episodeId, false, notebook));
    listed(lesson).forEach(word -> count(word, episodeId, true, notebook));
  }

  private static List<String> listed(@Nullable List<String> lesson) {
    return lesson == null ? List.of() : lesson;
  }

  private void count(String word, String episodeId, boolean isSaid, Notebook notebook) {
    String why = why(episodeId);
    JsonObject note = notebook.read(word);
    Collection<String> episodes = new TreeSet<>(texts(note, EPISODES));
    episodes.remove(episodeId);
    if (isSaid) {
      episodes.add(episodeId);
    }
    List<String> ids = records(note, notebook);
    Knowledge knowledge = new Knowledge(fact(word), 0.5, List.copyOf(episodes));
    if (ids.isEmpty()) {
      if (isSaid && !isKnown(knowledge, notebook)) {
        ids = List.of(notebook.create(knowledge, why));
      }
    } else if (isThere(ids.get(0), notebook)) {
      change(ids.get(0), knowledge, isSaid, notebook, why);
    }
    notebook.write(
        word,
        episodes.isEmpty()
            ? NOTHING
            : new JsonObject(Map.of(EPISODES, array(episodes), RECORD, array(ids))));
  }

  private static void change(
      String id, Knowledge knowledge, boolean isSaid, Notebook notebook, String why) {
    if (knowledge.episodes().isEmpty()) {
      notebook.delete(id, why);
    } else {
      notebook.update(id, knowledge, isSaid, why);
    }
  }

  /** The record that was made of a note, whether it is still there or not. */
  List<String> records(JsonObject note, Notebook notebook) {
    return texts(note, RECORD);
  }

  boolean isThere(String id, Notebook notebook) {
    return notebook.record(id).isPresent();
  }

  boolean isKnown(Knowledge knowledge, Notebook notebook) {
    return notebook.known(knowledge).isPresent();
  }

  String why(String episodeId) {
    return "told by episode " + episodeId;
  }

  private static SemanticPayload fact(String word) {
    return new SemanticPayload(
        "user", "said", new JsonString(word), Validity.global(), List.of(), null, null);
  }

  private static JsonArray array(Collection<String> texts) {
    return new JsonArray(texts.stream().<JsonValue>map(JsonString::new).toList());
  }

  private static List<String> texts(JsonObject object, String member) {
    return object.members().get(member) instanceof JsonArray array
        ? array.items().stream().map(WordStage::text).toList()
        : List.of();
  }

  private static String text(JsonValue item) {
    if (item instanceof JsonString text) {
      return text.value();
    }
    throw new IllegalArgumentException("a word is no text");
  }

  static List<Flaw<Stage<List<String>>>> flaws() {
    return List.of(
        new Flaw<>(
            "its name cannot stand in a key",
            "it_has_names_that_stay_and_can_stand_in_a_key",
            () ->
                new WordStage() {
                  @Override
                  public String name() {
                    return "said: words";
                  }
                }),
        new Flaw<>("it learns nothing", LEARNS, () -> teaching(List.of())),
        new Flaw<>(
            "it is moody",
            "an_episode_teaches_the_same_whenever_it_is_asked_and_whoever_asks",
            () ->
                new WordStage() {
                  @Override
                  public Optional<List<String>> lesson(Episode episode) {
                    return Optional.of(List.of(UUID.randomUUID().toString()));
                  }
                }),
        new Flaw<>(
            "it does not listen",
            "a_lesson_is_the_same_after_it_was_stored",
            () -> teaching(List.of())),
        new Flaw<>(
            "it keeps what was erased",
            "a_lesson_has_the_facts_that_may_be_learned_and_no_others",
            () ->
                new WordStage() {
                  @Override
                  public Optional<List<String>> only(
                      List<String> lesson, Predicate<SemanticPayload> facts) {
                    return Optional.of(lesson);
                  }
                }),
        new Flaw<>(
            "it makes things up",
            "an_episode_without_words_or_calls_teaches_nothing",
            () -> teaching(List.of("made up"))),
        new Flaw<>(
            "it believes who comes first", "the_order_of_episodes_does_not_matter", First::new),
        new Flaw<>(
            "it forgets all but one of a batch",
            "many_episodes_at_once_teach_what_they_teach_one_by_one",
            Batched::new),
        new Flaw<>(
            "it takes nothing back",
            "an_episode_that_has_nothing_to_say_any_more_takes_back_what_it_taught",
            () ->
                new WordStage() {
                  @Override
                  public void exchange(
                      String id,
                      @Nullable List<String> former,
                      @Nullable List<String> lesson,
                      Notebook notebook) {
                    super.exchange(id, null, lesson, notebook);
                  }
                }),
        new Flaw<>(
            "it takes back only what has no successor",
            "an_episode_that_says_something_else_takes_back_what_it_taught",
            () ->
                new WordStage() {
                  @Override
                  public void exchange(
                      String id,
                      @Nullable List<String> former,
                      @Nullable List<String> lesson,
                      Notebook notebook) {
                    super.exchange(id, lesson == null ? former : null, lesson, notebook);
                  }
                }),
        new Flaw<>(
            "it keeps words that it never loses",
            "no_note_keeps_words_of_an_episode_that_is_erased",
            () ->
                new WordStage() {
                  @Override
                  public void exchange(
                      String id,
                      @Nullable List<String> former,
                      @Nullable List<String> lesson,
                      Notebook notebook) {
                    super.exchange(id, former, lesson, notebook);
                    notebook.write("words of " + id, CODEC.write(listed(lesson)));
                  }
                }),
        new Flaw<>(
            "it does not say which episode is taken back",
            "whoever_takes_an_episode_back_names_it_in_the_rationale",
            () ->
                new WordStage() {
                  @Override
                  String why(String episodeId) {
                    return "said or not";
                  }
                }),
        new Flaw<>(
            "it gives no rationale",
            LEARNS,
            () ->
                new WordStage() {
                  @Override
                  @SuppressWarnings("NullAway")
                  String why(String episodeId) {
                    return null;
                  }
                }),
        new Flaw<>(
            "it writes no note",
            LEARNS,
            () -> exchanging((id, notebook) -> notebook.write(WORDS, none()))),
        new Flaw<>(
            "it makes a fact without a predicate",
            LEARNS,
            () -> exchanging((id, notebook) -> notebook.create(blank(id), "said in " + id))),
        new Flaw<>(
            "it deletes the episode",
            LEARNS,
            () -> exchanging((id, notebook) -> notebook.delete(id, "learned from " + id))),
        new Flaw<>(
            "it keeps a run of no year",
            LEARNS,
            () ->
                exchanging(
                    (id, notebook) ->
                        notebook.keepRun(id, Instant.MAX, Map.of(), Map.of(), List.of()))),
        new Flaw<>(
            "it learns a thing once and never again",
            "what_was_taken_back_and_is_said_again_is_learned_again",
            Stubborn::new),
        new Flaw<>(
            "it announces no notes",
            "an_exchange_reads_only_the_notes_that_it_announced",
            () ->
                new WordStage() {
                  @Override
                  public Collection<String> notes(List<String> lesson) {
                    return List.of();
                  }
                }),
        new Flaw<>(
            "it announces no facts",
            "the_facts_that_it_makes_are_among_those_that_it_announced",
            () ->
                new WordStage() {
                  @Override
                  public Collection<SemanticPayload> facts(List<String> lesson) {
                    return List.of();
                  }
                }),
        new Flaw<>(
            "it works on one thread only",
            "many_threads_get_each_their_own_lessons",
            Confined::new));
  }

  private static Stage<List<String>> teaching(List<String> words) {
    return new WordStage() {
      @Override
      public Optional<List<String>> lesson(Episode episode) {
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
      }
    };
  }

  /** Does one more thing with each episode. */
  static Stage<List<String>> exchanging(BiConsumer<String, Notebook> more) {
    return new WordStage() {
      @Override
      public void exchange(
          String id,
          @Nullable List<String> former,
          @Nullable List<String> lesson,
          Notebook notebook) {
        super.exchange(id, former, lesson, notebook);
        more.accept(id, notebook);
      }
    };
  }

  @SuppressWarnings("NullAway") // What a stage without null checks may do.
  private static JsonObject none() {
    return null;
  }

  private static Knowledge blank(String episodeId) {
    SemanticPayload fact =
        new SemanticPayload(
            "user", "", new JsonString("one"), Validity.global(), List.of(), null, null);
    return new Knowledge(fact, 0.5, List.of(episodeId));
  }

  /** Learns of the first episode only. */
  private static final class First extends WordStage {
    @Override
    public void exchange(
        String id,
        @Nullable List<String> former,
        @Nullable List<String> lesson,
        Notebook notebook) {
      if (notebook.read("first").members().isEmpty()) {
        notebook.write("first", CODEC.write(listed(lesson)));
        super.exchange(id, former, lesson, notebook);
      }
    }
  }

  /** Learns in the end, of the episode that it saw last. */
  private static final class Batched extends WordStage {
    private List<String> waiting = List.of();
    private String episode = "";

    @Override
    public void exchange(
        String id,
        @Nullable List<String> former,
        @Nullable List<String> lesson,
        Notebook notebook) {
      episode = id;
      waiting = listed(lesson);
    }

    @Override
    public void conclude(Notebook notebook) {
      super.exchange(episode, null, waiting, notebook);
    }
  }

  /** Writes down what it took back. */
  private static final class Stubborn extends WordStage {
    @Override
    public void exchange(
        String id,
        @Nullable List<String> former,
        @Nullable List<String> lesson,
        Notebook notebook) {
      if (notebook.read("gone " + id).members().isEmpty()) {
        super.exchange(id, former, lesson, notebook);
      }
      if (lesson == null) {
        notebook.write("gone " + id, CODEC.write(listed(former)));
      }
    }
  }

  /** Hears what the thread hears that made it. */
  private static final class Confined extends WordStage {
    private final Thread maker = Thread.currentThread();

    @Override
    public Optional<List<String>> lesson(Episode episode) {
      return Thread.currentThread() == maker ? super.lesson(episode) : Optional.empty();
    }
  }
}
