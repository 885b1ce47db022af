package dev.membrane.spi;

import java.util.List;

/**
 * Turns texts into vectors, so that texts that mean alike lie near each other. Vectors of two
 * embedders have nothing to do with each other unless {@link #model} and {@link #dimensions} are
 * the same. Implementations are safe for use by many threads.
 */
public interface Embedder {

  /** What makes the vectors: a name that changes whenever the vectors would. */
  String model();

  /** The length of every vector, at least 1; always the same. */
  int dimensions();

  /**
   * The vectors of texts.
   *
   * @param texts may be empty; a text may be empty too, or longer than the model reads, which then
   *     reads its beginning
   * @return a new array for each text, in the same order, of finite numbers that are not all zero
   * @throws ModelException if there is no vector for one of them
   */
  List<float[]> embed(List<String> texts);
}
