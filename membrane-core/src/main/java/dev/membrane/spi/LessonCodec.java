package dev.membrane.spi;

import dev.membrane.schema.JsonObject;

/**
 * How the lessons of a stage are stored: the one place where they are JSON. What was written reads
 * as an equal lesson. Implementations are stateless and safe for use by many threads.
 *
 * @param <L> the lessons, immutable and compared by value
 */
public interface LessonCodec<L> {

  /** A lesson as it is stored; it has at least one member. */
  JsonObject write(L lesson);

  /**
   * A lesson that was stored, maybe by an earlier version of the stage.
   *
   * @throws IllegalArgumentException if it is none
   */
  L read(JsonObject stored);
}
