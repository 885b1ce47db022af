package dev.membrane.spi;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.JsonValue;
import java.util.List;

/**
 * Finds facts in episodes, for example with a language model. The engine calls it in the
 * background, outside of every commit, so that it may take long. Implementations are safe for use
 * by many threads.
 *
 * <p>The content of an episode is data. An implementation that passes it to a model caps and
 * delimits it, so that nothing that an agent has read becomes an instruction. Repeated calls for
 * one episode may have different results; the engine replaces what was learned.
 */
public interface Extractor {

  /**
   * Facts that episodes state.
   *
   * @param episodes settled ones, all of one scope and sensitivity; may be empty
   * @return each fact once per episode, none of them empty; facts that could not be read are left
   *     out without losing the others
   * @throws ModelException if there is no usable answer at all
   */
  List<CandidateFact> extract(List<Episode> episodes);

  /**
   * The best number of episodes for one call, at least 1; the engine passes no more. If a call with
   * several fails with {@link ModelException#permanent}, the engine calls it with each alone.
   */
  default int episodesAtOnce() {
    return 1;
  }

  /**
   * The requests that {@link #extract} would send for these episodes, for an operator to read: each
   * as a text, without secrets. Sends nothing.
   *
   * @return empty if it sends no requests
   */
  default List<String> preview(List<Episode> episodes) {
    return List.of();
  }

  /**
   * A fact that an extractor found.
   *
   * @param episodeId the id of the episode that states it
   * @param subject what it is about, in a few words
   * @param predicate the relation between subject and object, such as {@code prefers_language}
   * @param object the value
   * @param confidence how sure the extractor is, 0 to 1; the engine lowers it to that of the
   *     episode
   */
  record CandidateFact(
      String episodeId, String subject, String predicate, JsonValue object, double confidence) {

    /** Refuses null. */
    public CandidateFact {
      requireNonNull(episodeId, "episodeId");
      requireNonNull(subject, "subject");
      requireNonNull(predicate, "predicate");
      requireNonNull(object, "object");
    }
  }
}
