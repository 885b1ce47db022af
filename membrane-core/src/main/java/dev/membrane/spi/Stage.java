package dev.membrane.spi;

import dev.membrane.schema.SemanticPayload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A way to learn from episodes. Each version of a settled episode is handled once, in two steps:
 * what the episode has to say is extracted, and then what was extracted before is exchanged for it.
 * An episode that changes, such as by another outcome, so takes back what it taught.
 *
 * <p>What is learned does not depend on the order in which episodes arrive. A stage sees one scope
 * and sensitivity at a time, and keeps nothing but in the notebook. Implementations are stateless
 * and safe for use by many threads; whatever they throw puts the episode off, and after some
 * attempts aside.
 *
 * @param <L> what an episode has to say to the stage: immutable and compared by value, as records
 *     are
 */
public interface Stage<L> {

  /** The word that names the stage, in the configuration and in queues. */
  String name();

  /** Who it is in provenance and audit logs, as {@code consolidation/<author>}: its name. */
  default String author() {
    return name();
  }

  /** How its lessons are stored, until the episode has another or is deleted. */
  LessonCodec<L> codec();

  /**
   * Sees episodes together before {@link #lesson} is asked for each of them, such as to ask a model
   * once about several. By default it looks at nothing.
   *
   * @param episodes of any scopes and sensitivities
   */
  default void prepare(List<Episode> episodes) {}

  /**
   * Whether its facts are about things of which one answer usually excludes another. If so, a new
   * one that gives a known subject and predicate another object is marked as contradicting what is
   * there, and that as contradicting it; nothing else becomes of either. No, by default.
   */
  default boolean canContradict() {
    return false;
  }

  /**
   * What an episode has to say to this stage.
   *
   * @return all that {@link #exchange} needs to know of it; empty if there is nothing
   */
  Optional<L> lesson(Episode episode);

  /**
   * The names of the notes that an exchange of a lesson will read, so that they are read at once.
   */
  Collection<String> notes(L lesson);

  /**
   * The facts that an exchange of a lesson may make, so that what is known of them is read at once.
   * None, by default.
   */
  default Collection<SemanticPayload> facts(L lesson) {
    return List.of();
  }

  /**
   * Exchanges what an episode taught.
   *
   * @param episodeId the episode
   * @param former what it taught before; null: nothing
   * @param lesson what it teaches now; null: nothing
   */
  void exchange(String episodeId, @Nullable L former, @Nullable L lesson, Notebook notebook);

  /**
   * Draws the conclusions that rest on many episodes: called after the exchanges of a batch, once
   * for each notebook that they wrote in, and committed with them. By default there are none.
   */
  default void conclude(Notebook notebook) {}
}
