package dev.membrane.tck;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Notebook;
import dev.membrane.spi.Notebook.Knowledge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * A notebook that is kept in memory, refuses what the engine refuses, and remembers what was read.
 * Not thread-safe.
 */
final class TestNotebook implements Notebook {

  private static final RecordCodec CODEC = new RecordCodec();
  private static final JsonObject NOTHING = new JsonObject(Map.of());

  private final Map<String, JsonObject> notes = new HashMap<>();
  private final LearnedRecords learned = new LearnedRecords();
  private final Set<String> read = new HashSet<>();
  private int ended;

  /** Its records. */
  LearnedRecords learned() {
    return learned;
  }

  /** All that is known, the oldest first. */
  List<Knowledge> knowledge() {
    return learned.knowledge();
  }

  /**
   * The notes as an erasure leaves them. It finds those that name what it erases: it drops those
   * that name nothing else, and asks the stage about the others.
   *
   * @param gone the ids of what is erased
   * @param episodes the ids of all episodes
   */
  List<String> notesWithout(
      Set<String> gone,
      Set<String> episodes,
      BiFunction<Set<String>, JsonObject, JsonObject> without) {
    Set<String> all = new HashSet<>(episodes);
    all.addAll(gone);
    all.addAll(learned.ids());
    List<String> left = new ArrayList<>();
    for (JsonObject note : notes.values()) {
      String text = CODEC.write(note);
      Set<String> named = all.stream().filter(text::contains).collect(Collectors.toSet());
      Set<String> erased = named.stream().filter(gone::contains).collect(Collectors.toSet());
      JsonObject after = erased.isEmpty() ? note : without.apply(erased, note);
      boolean isLost = !erased.isEmpty() && erased.equals(named) && after.equals(note);
      if (!isLost) {
        left.add(CODEC.write(after));
      }
    }
    return left;
  }

  /** The names of the notes that were read since this was asked before. */
  Set<String> takeRead() {
    Set<String> names = Set.copyOf(read);
    read.clear();
    return names;
  }

  @Override
  public Instant now() {
    return Samples.START;
  }

  @Override
  public JsonObject read(String name) {
    read.add(name);
    return notes.getOrDefault(name, NOTHING);
  }

  @Override
  public void write(String name, JsonObject note) {
    notes.put(name, requireNonNull(note, "note"));
  }

  @Override
  public Optional<MemoryRecord> record(String id) {
    return learned.find(id);
  }

  @Override
  public boolean isRetracted(String id) {
    return learned.isRetracted(id);
  }

  @Override
  public Optional<MemoryRecord> known(Knowledge knowledge) {
    return learned.sameFacts(knowledge).findFirst();
  }

  @Override
  public String create(Knowledge knowledge, String rationale) {
    requireNonNull(rationale, "rationale");
    MemoryType type = knowledge.payload().kind();
    if (!MemoryType.KNOWLEDGE.contains(type)) {
      throw new IllegalArgumentException("a stage makes no " + type.wireName() + " record");
    }
    return learned.add(knowledge);
  }

  @Override
  public void update(String id, Knowledge knowledge, boolean reinforced, String rationale) {
    learned.replace(id, knowledge, rationale);
  }

  @Override
  public boolean delete(String id, String rationale) {
    learned.remove(id, rationale);
    return true;
  }

  @Override
  public void outcomes(String id, Collection<EndedRun> outcomes) {
    learned.requireMadeByStage(id);
  }

  @Override
  public void keepRun(
      String episodeId,
      Instant at,
      Map<String, Integer> words,
      Map<String, Integer> tools,
      Collection<String> groups) {
    if (!Timestamps.isInRange(at)) {
      throw new AssertionError("a kept run is not of the years 1 to 9999: " + episodeId);
    }
    if (words.values().stream().anyMatch(count -> count < 1)
        || tools.values().stream().anyMatch(count -> count < 1)) {
      throw new AssertionError("a kept run has counts below 1: " + episodeId);
    }
  }

  @Override
  public void dropRun(String episodeId) {}

  @Override
  public void standFor(Map<String, ? extends Collection<String>> groupsById) {
    groupsById.keySet().forEach(learned::requireMadeByStage);
  }

  /** It keeps no runs. */
  @Override
  public Map<String, Set<String>> standingFor(Collection<String> episodeIds) {
    return Map.of();
  }

  @Override
  public void countEnded(int successes, int runs) {
    ended += runs;
    if (ended < 0) {
      throw new AssertionError("more runs are taken away than were counted");
    }
  }
}
