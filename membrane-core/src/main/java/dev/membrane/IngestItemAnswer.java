package dev.membrane;

import dev.membrane.schema.MembraneException;
import dev.membrane.schema.RedactedRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of one item of a batch or a stream: exactly one of {@code answer} and {@code failure}
 * is set.
 *
 * @param number the place of the item among those that were sent, from 0
 * @param answer what the item would have been answered by itself. The record is only its header, a
 *     {@link RedactedRecord}, if a later item that was committed together with this one has changed
 *     it again, or if the records that existed before and were changed hold more than 24 MiB; or,
 *     from a server, if it does not fit with those of earlier items into 16 MiB
 * @param failure why it was refused; it has changed nothing, unless the store is unavailable, where
 *     it may have been stored
 */
public record IngestItemAnswer(
    long number, @Nullable IngestAnswer answer, @Nullable MembraneException failure) {

  /** Refuses both and neither. */
  public IngestItemAnswer {
    if ((answer == null) == (failure == null)) {
      throw new IllegalArgumentException("either an answer or a failure");
    }
  }

  /** The answer to an item that was stored. */
  public static IngestItemAnswer of(long number, IngestAnswer answer) {
    return new IngestItemAnswer(number, answer, null);
  }

  /** The answer to an item that was refused. */
  public static IngestItemAnswer refused(long number, MembraneException failure) {
    return new IngestItemAnswer(number, null, failure);
  }

  /** The same, as that of an item with another number. */
  public IngestItemAnswer numbered(long other) {
    return new IngestItemAnswer(other, answer, failure);
  }

  /**
   * The answer.
   *
   * @throws MembraneException the failure, if the item was refused
   */
  public IngestAnswer get() {
    if (answer == null) {
      throw Objects.requireNonNull(failure);
    }
    return answer;
  }
}
