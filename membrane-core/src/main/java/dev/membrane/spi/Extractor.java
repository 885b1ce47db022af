package dev.membrane.spi;

import java.util.List;

/**
 * Finds facts in what happened, as a language model does. Called by the engine in the background,
 * outside of every commit, so that it may take its time. Implementations are safe for use by many
 * threads.
 *
 * <p>What an episode says is data. An implementation that hands it to a model caps and delimits it,
 * so that nothing that an agent has read becomes an instruction. Repeated calls for one episode may
 * answer differently; the engine exchanges what was learned.
 */
public interface Extractor {

  /**
   * Facts that episodes state.
   *
   * @param episodes settled ones, all of one scope and sensitivity; may be empty
   * @return each fact once per episode, none without words; those that could not be made out are
   *     left out, without losing the others
   * @throws ModelException if nothing could be asked or understood at all
   */
  List<CandidateFact> extract(List<Episode> episodes);

  /**
   * How many episodes it is best asked about at once, at least 1: the engine gives it no more. If
   * it fails on several with {@link ModelException#permanent}, it is asked about each alone.
   */
  default int episodesAtOnce() {
    return 1;
  }

  /**
   * What {@link #extract} would send away for these episodes, for an operator to read: each request
   * as a text, without secrets. Sends nothing.
   *
   * @return empty if nothing is sent anywhere
   */
  default List<String> preview(List<Episode> episodes) {
    return List.of();
  }
}
