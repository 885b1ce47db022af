package dev.membrane.internal.retrieve.vector;

import dev.membrane.spi.FaultLog;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer.Span;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.store.Vector;
import dev.membrane.spi.store.Vectors;
import dev.membrane.spi.store.Vectors.Near;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The vector of a descriptor, and how near records are to it. */
public final class QueryVector {

  /** Nothing is near. */
  public static final QueryVector NONE = new QueryVector(null, "", null, null);

  private static final Logger LOG = LoggerFactory.getLogger(QueryVector.class);

  private static final String PLACE = "embedding a task";
  private static final String BY_WORDS =
      "a task was not embedded, and is answered by its words: {}";

  private final @Nullable Vectors vectors;
  private final String model;
  private final @Nullable Vector vector;
  private final @Nullable ModelException unavailable;

  private QueryVector(
      @Nullable Vectors vectors,
      String model,
      @Nullable Vector vector,
      @Nullable ModelException unavailable) {
    this.vectors = vectors;
    this.model = model;
    this.vector = vector;
    this.unavailable = unavailable;
  }

  /** The vector of a descriptor, once it is there; none where the model cannot be asked. */
  public static QueryVector of(PendingQueryVector asked, String model, Vectors vectors) {
    try {
      return new QueryVector(vectors, model, asked.await(), null);
    } catch (ModelException unavailable) {
      // Words alone give a good answer, which is better than none.
      return new QueryVector(null, "", null, unavailable);
    }
  }

  /**
   * Tells that the model could not be asked, on the thread of the request, since the log has its
   * name. A permanent failure was logged when the model was prepared.
   */
  public void tell(FaultLog faults) {
    ModelException failure = unavailable;
    if (failure == null && vector != null) {
      faults.works(PLACE);
    } else if (failure != null && !failure.isPermanent()) {
      faults.failed(PLACE, failure, () -> LOG.warn(BY_WORDS, failure.getMessage()));
    } else if (failure != null) {
      LOG.debug(BY_WORDS, failure.getMessage());
    }
  }

  /** The same for the span of the step. */
  public void tell(Span step) {
    if (unavailable != null) {
      step.failed(unavailable);
    }
  }

  /** Whether there is anything to be embedded. */
  public static boolean hasWords(String descriptor) {
    return descriptor
        .codePoints()
        .anyMatch(
            point ->
                Character.isLetterOrDigit(point)
                    || Character.getType(point) == Character.OTHER_SYMBOL);
  }

  /** The nearest records, the nearest first. */
  public List<Near> nearest(@Nullable Filter filter, int limit) {
    return vectors == null || vector == null || filter == null
        ? List.of()
        : vectors.nearest(filter, model, vector, limit);
  }

  /** How near some records are, as far as that is known. */
  public Map<String, Double> cosines(Collection<String> ids) {
    return vectors == null || vector == null || ids.isEmpty()
        ? Map.of()
        : vectors.cosines(model, vector, ids);
  }
}
