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
}
