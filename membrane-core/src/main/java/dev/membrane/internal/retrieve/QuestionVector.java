package dev.membrane.internal.retrieve;

import dev.membrane.spi.Filter;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Vector;
import dev.membrane.spi.Vectors;
import dev.membrane.spi.Vectors.Near;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The vector of a descriptor, and how near records are to it. */
final class QuestionVector {

  /** Nothing is near. */
  static final QuestionVector NONE = new QuestionVector(null, "", null, null);

  private static final Logger LOG = LoggerFactory.getLogger(QuestionVector.class);

  private final @Nullable Vectors vectors;
  private final String model;
  private final @Nullable Vector vector;
  private final @Nullable ModelException unavailable;

  private QuestionVector(
      @Nullable Vectors vectors,
      String model,
      @Nullable Vector vector,
      @Nullable ModelException unavailable) {
    this.vectors = vectors;
    this.model = model;
    this.vector = vector;
    this.unavailable = unavailable;
  }

  /** The vector of a descriptor; none where it has no words, or the model cannot be asked. */
  static QuestionVector of(
      String descriptor, String asker, QuestionVectors questions, Vectors vectors) {
    if (!hasWords(descriptor)) {
      return NONE;
    }
    try {
      return new QuestionVector(vectors, questions.model(), questions.of(descriptor, asker), null);
    } catch (ModelException unavailable) {
      // Words alone give a good answer, which is better than none.
      return new QuestionVector(null, "", null, unavailable);
    }
  }

  /**
   * Logs that the model could not be asked, on the thread of the request, since the log has its
   * name. A permanent failure was logged when the model was prepared, and is not logged again for
   * each question.
   */
  void log() {
    if (unavailable != null) {
      Level level = unavailable.isTemporary() ? Level.WARN : Level.DEBUG;
      LOG.atLevel(level)
          .log(
              "a task was not embedded, and is answered by its words: {}",
              unavailable.getMessage());
    }
  }

  private static boolean hasWords(String descriptor) {
    return descriptor
        .codePoints()
        .anyMatch(
            point ->
                Character.isLetterOrDigit(point)
                    || Character.getType(point) == Character.OTHER_SYMBOL);
  }

  /** The nearest records, the nearest first. */
  List<Near> nearest(@Nullable Filter filter, int limit) {
    return vectors == null || vector == null || filter == null
        ? List.of()
        : vectors.nearest(filter, model, vector, limit);
  }

  /** How near some records are, as far as that is known. */
  Map<String, Double> cosines(Collection<String> ids) {
    return vectors == null || vector == null || ids.isEmpty()
        ? Map.of()
        : vectors.cosines(model, vector, ids);
  }
}
