package dev.membrane.spi;

import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Turns texts into vectors, so that texts that mean alike lie near each other. Vectors of two
 * embedders have nothing to do with each other unless {@link #model} and {@link #dimensions} are
 * the same. Implementations are safe for use by many threads.
 */
public interface Embedder extends AutoCloseable {

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

  /**
   * As {@link #embed(List)}, in the background. An embedder that computes in this process may do so
   * in as many threads beside the caller's as there are processors to spare, and has to give one
   * back as soon as it is wanted; others need not care.
   *
   * @param spare how many processors nobody else needs; asked again and again, by any thread; may
   *     be less than 0
   * @throws ModelException if there is no vector for one of them
   */
  default List<float[]> embed(List<String> texts, IntSupplier spare) {
    return embed(texts);
  }

  /**
   * The vector of a question, to be compared with those of {@link #embed}. Models that want to be
   * told which is which override it, and so do embedders that answer questions before texts, for
   * somebody waits for this one.
   *
   * @throws ModelException if there is none
   */
  default float[] embedQuery(String text) {
    return embed(List.of(text)).get(0);
  }

  /**
   * The highest sensitivity of records that it may be given; others are found by their words only.
   * An embedder that sends texts elsewhere answers what the operator allows.
   */
  default Sensitivity maxSensitivity() {
    return Sensitivity.HYPER;
  }

  /**
   * Looks whether it can work, as far as that is seen without loading or asking anything: in a few
   * milliseconds. Called while starting, so that what is missing stops the start rather than the
   * first question.
   *
   * @throws ModelException if it cannot; the message is one line that says what to do
   */
  default void check() {}

  /**
   * Does beforehand what would otherwise delay the first text, such as loading a model. Takes as
   * long as it takes, so it is called in the background. Not calling it changes no answer.
   *
   * @throws ModelException if it cannot be done, as the first text would
   */
  default void prepare() {}

  /**
   * Gives back what it holds, after the texts under way; embeds nothing afterwards. Called by
   * whoever made it; more than once is as good as once.
   */
  @Override
  default void close() {}
}
