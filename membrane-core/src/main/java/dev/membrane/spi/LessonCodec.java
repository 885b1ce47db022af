package dev.membrane.spi;

import dev.membrane.schema.JsonObject;

/**
 * Writes and reads the stored lessons of a stage. A written lesson reads as an equal lesson.
 * Implementations are stateless and safe for use by many threads.
 *
 * @param <L> the lessons, immutable and compared by value
 */
public interface LessonCodec<L> {

  /** The JSON of a lesson; it has at least one member. */
  JsonObject write(L lesson);

  /**
   * The lesson of stored JSON, which an earlier version of the stage may have written.
   *
   * @throws IllegalArgumentException if it is no lesson
   */
  L read(JsonObject stored);
}
