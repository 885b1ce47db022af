package dev.membrane.spi;

import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A stage of the consolidation learns from episodes. Each version of a settled episode is handled
 * once, in two steps: its lesson is extracted, and then replaces the lesson of the version before.
 * So an episode that changes, for example by another outcome, takes back what it taught before.
 *
 * <p>What is learned must not depend on the order in which episodes arrive. A stage sees one scope
 * and sensitivity at a time, and keeps data only in the notebook. Implementations are stateless and
 * safe for use by many threads. A stage must not learn through the memory that runs it: to call
 * {@code consolidate} runs the same episodes twice, and to wait for a thread that does never ends.
 * If a stage throws, the episode is tried again later, and after some attempts set aside.
 *
 * @param <L> the lesson of an episode: immutable and compared by value, like a Java record
 */
public interface Stage<L> {

  /**
   * The name of the stage, in the configuration and in queues, and as {@code consolidation/<name>}
   * in audit logs.
   */
  String name();

  /**
   * Who makes its records, as {@code consolidation/<author>} in their provenance; by default the
   * name of the stage.
   */
  default String author() {
    return name();
  }

  /** How its lessons are stored, until the episode has another or is deleted. */
  LessonCodec<L> codec();

  /**
   * Gets several episodes together before {@link #lesson} is called for each of them, for example
   * to ask a model once about all. By default it does nothing.
   *
   * @param episodes of any scopes and sensitivities
   */
  default void prepare(List<Episode> episodes) {}

  /**
   * Whether its facts usually have one object for each subject and predicate. If so, a new fact
   * with a known subject and predicate and another object is marked as contradicting the known one,
   * and the other way round. Neither is changed otherwise. False by default.
   */
  default boolean canContradict() {
    return false;
  }

  /**
   * The lesson of an episode.
   *
   * @return everything that {@link #exchange} needs to know of the episode; empty if it teaches
   *     nothing
   */
  Optional<L> lesson(Episode episode);

  /**
   * The names of the notes that an exchange of a lesson will read, so that they are read at once.
   */
  Collection<String> notes(L lesson);

  /**
   * The facts that an exchange of a lesson may make, so that what is known of them is read at once.
   * If a fact is both said and heard, the heard one has evidence of tools only, so that one can be
   * erased without the other. None, by default.
   */
  default Collection<SemanticPayload> facts(L lesson) {
    return List.of();
  }

  /**
   * A lesson with those of its {@link #facts} that may still be learned. The others were erased,
   * and neither their words nor anything that is made of them may stay in it. By default a lesson
   * stays if all its facts may be learned, and is given up otherwise. What a lesson taught that is
   * given up stays, also if the episode fails later.
   *
   * @param facts tells which facts may be learned
   * @return empty if nothing is left of the lesson
   */
  default Optional<L> only(L lesson, Predicate<SemanticPayload> facts) {
    return facts(lesson).stream().allMatch(facts) ? Optional.of(lesson) : Optional.empty();
  }

  /**
   * Replaces the lesson of an episode.
   *
   * @param episodeId the episode
   * @param former the lesson before; null: none
   * @param lesson the lesson now; null: none
   */
  void exchange(String episodeId, @Nullable L former, @Nullable L lesson, Notebook notebook);

  /**
   * Draws conclusions from many episodes. Called after the exchanges of a batch, once for each
   * notebook that they wrote to, and committed with them. By default it does nothing.
   */
  default void conclude(Notebook notebook) {}

  /**
   * Removes what the notes keep of a record that is erased by its id, so that neither its words nor
   * what it was made of stay there. A procedure must not be made of the same runs again. By default
   * it does nothing.
   *
   * @param record of the notebook's scope and sensitivity, made by anyone; it does not exist any
   *     more
   */
  default void forget(MemoryRecord record, Notebook notebook) {}

  /**
   * Whether the lesson of an episode is the same each time, and costs nothing. If so, what an
   * episode taught that was pruned since is taken back by its last version, as long as that is
   * kept. False by default.
   */
  default boolean isRepeatable() {
    return false;
  }

  /**
   * Removes from the notes what they have of episodes that are erased, and whose lessons are no
   * longer known, so that no exchange can take them back. It may not be known what in a note is
   * theirs. Then no word of any episode may stay in it. {@link #conclude} is called afterwards. By
   * default it does nothing.
   *
   * @param ids of episodes, and perhaps of other records, of the notebook's scope and sensitivity
   * @param learned the records of the same scope and sensitivity that may name them as sources
   */
  default void lose(Set<String> ids, Collection<MemoryRecord> learned, Notebook notebook) {}

  /**
   * The same for a note that leads to no record, since a stage need not know the names of its
   * notes. It is asked about each note that names one of the ids, or that names other records of
   * their scope and sensitivity. By default, the note stays as it is.
   *
   * @param ids of erased episodes and of records that were erased with them, those that the note
   *     names; empty: it may have something of others
   * @return the note as it is then; without members if nothing of it is left
   */
  default JsonObject without(Set<String> ids, JsonObject note) {
    return note;
  }

  /**
   * Writes and reads the stored lessons of a stage. A written lesson reads as an equal lesson.
   * Implementations are stateless and safe for use by many threads.
   *
   * @param <L> the lessons, immutable and compared by value
   */
  interface LessonCodec<L> {

    /** The JSON of a lesson; it has at least one member. */
    JsonObject write(L lesson);

    /**
     * The lesson of stored JSON, which an earlier version of the stage may have written.
     *
     * @throws IllegalArgumentException if it is no lesson
     */
    L read(JsonObject stored);
  }
}
