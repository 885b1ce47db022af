package com.example.names;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.Validity;
import dev.membrane.spi.Episode;
import dev.membrane.spi.Notebook.Knowledge;
import dev.membrane.spi.Stage.LessonCodec;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Stage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Learns what the user is called from sentences such as "My name is Ann". */
public final class NameStage implements Stage<Names> {

  /** The name of the stage. */
  public static final String NAME = "names";

  private static final Pattern SENTENCE = Pattern.compile("\\b[Mm]y name is (\\p{Lu}\\p{L}{1,40})");
  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String EPISODES = "episodes";
  private static final String RECORD = "record";

  private final double confidence;

  /** A stage that is this sure of what it hears, 0 to 1. */
  public NameStage(double confidence) {
    this.confidence = confidence;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LessonCodec<Names> codec() {
    return Names.CODEC;
  }

  @Override
  public Optional<Names> lesson(Episode episode) {
    Collection<String> names = new TreeSet<>();
    episode.trace().timeline().stream()
        .map(TimelineEvent::summary)
        .filter(Objects::nonNull)
        .forEach(
            words -> SENTENCE.matcher(words).results().forEach(found -> names.add(found.group(1))));
    return names.isEmpty() ? Optional.empty() : Optional.of(new Names(List.copyOf(names)));
  }

  /** There is one note for each name: which episodes say it, and the record that was made of it. */
  @Override
  public Collection<String> notes(Names lesson) {
    return lesson.all();
  }

  @Override
  public Collection<SemanticPayload> facts(Names lesson) {
    return lesson.all().stream().map(NameStage::fact).toList();
  }

  @Override
  public void exchange(String episodeId, Names former, Names lesson, Notebook notebook) {
    List<String> before = former == null ? List.of() : former.all();
    List<String> now = lesson == null ? List.of() : lesson.all();
    before.stream()
        .filter(name -> !now.contains(name))
        .forEach(name -> count(name, episodeId, false, notebook));
    now.stream()
        .filter(name -> !before.contains(name))
        .forEach(name -> count(name, episodeId, true, notebook));
  }

  /** Keeps one fact as long as an episode says it; what a caller took back is not made again. */
  private void count(String name, String episodeId, boolean isSaid, Notebook notebook) {
    JsonObject note = notebook.read(name);
    Collection<String> episodes = new TreeSet<>(Names.texts(note.get(EPISODES)));
    if (isSaid) {
      episodes.add(episodeId);
    } else {
      episodes.remove(episodeId);
    }
    String why = (isSaid ? "Said in episode " : "Not said any more in episode ") + episodeId;
    Optional<String> id = Names.texts(note.get(RECORD)).stream().findFirst();
    Optional<MemoryRecord> record = id.flatMap(notebook::record);
    Knowledge knowledge = new Knowledge(fact(name), confidence, List.copyOf(episodes));
    if (record.isPresent() && episodes.isEmpty()) {
      notebook.delete(record.get().id(), why);
    } else if (record.isPresent()) {
      notebook.update(record.get().id(), knowledge, isSaid, why);
    } else if (id.isEmpty() && isSaid && notebook.known(knowledge).isEmpty()) {
      id = Optional.of(notebook.create(knowledge, why));
    }
    notebook.write(name, episodes.isEmpty() ? NOTHING : note(id, episodes));
  }

  private static JsonObject note(Optional<String> id, Collection<String> episodes) {
    Map<String, JsonValue> members = new TreeMap<>();
    members.put(EPISODES, Names.array(List.copyOf(episodes)));
    id.ifPresent(record -> members.put(RECORD, Names.array(List.of(record))));
    return new JsonObject(members);
  }

  private static SemanticPayload fact(String name) {
    return new SemanticPayload(
        "user", "is_called", new JsonString(name), Validity.global(), List.of(), null, null);
  }
}
