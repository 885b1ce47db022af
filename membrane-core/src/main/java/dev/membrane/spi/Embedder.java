package dev.membrane.spi;

import dev.membrane.schema.Sensitivity;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Turns texts into vectors, so that texts of similar meaning are near each other. Vectors of two
 * embedders cannot be compared unless {@link #model} and {@link #dimensions} are the same.
 * Implementations are safe for use by many threads.
 */
public interface Embedder extends AutoCloseable {

  /** The name of the model. It changes whenever the vectors would. */
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
   * As {@link #embed(List)}, in the background. An embedder that computes in this process may use
   * one thread for each spare processor besides the caller's, and has to stop using it as soon as
   * the number falls. Other embedders can ignore it.
   *
   * @param spare the number of spare processors; called again and again, by any thread; may be less
   *     than 0
   * @throws ModelException if there is no vector for one of them
   */
  default List<float[]> embed(List<String> texts, IntSupplier spare) {
    return embed(texts);
  }

  /**
   * The vector of a question, to be compared with those of {@link #embed}. Embedders override it if
   * their model treats questions otherwise, or to answer questions before texts, since somebody
   * waits for a question.
   *
   * <p>It is called on a thread of its own. A question that has waited for it for 30 seconds, or
   * whose thread is interrupted, is answered by words. The call itself is not interrupted.
   *
   * @throws ModelException if there is none
   */
  default float[] embedQuery(String text) {
    return embed(List.of(text)).get(0);
  }

  /**
   * The highest sensitivity of records that it may get; never null. Others are found by their words
   * only. An embedder that sends texts elsewhere returns what the operator allows.
   */
  default Sensitivity maxSensitivity() {
    return Sensitivity.HYPER;
  }

  /**
   * Checks in a few milliseconds whether it can work, without loading a model or calling a service.
   * Called at the start, so that a missing part stops the start and not the first question.
   *
   * @throws ModelException if it cannot work; the message is one line that says what to do
   */
  default void check() {}

  /**
   * Does beforehand what would otherwise delay the first text, such as loading a model. May take
   * long, so it is called in the background. Answers are the same without it.
   *
   * @throws ModelException if this fails; the first text would fail in the same way
   */
  default void prepare() {}

  /**
   * Releases all resources, after the texts under way; embeds nothing afterwards. Called by the
   * owner; further calls do nothing.
   */
  @Override
  default void close() {}
}
