package dev.membrane;

import static java.util.Objects.requireNonNull;

import dev.membrane.schema.MembraneException;
import dev.membrane.schema.RedactedRecord;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of one item of a batch or a stream: it was stored or refused. Immutable. */
public final class IngestItemAnswer {

  private final long number;
  private final @Nullable IngestAnswer answer;
  private final @Nullable MembraneException failure;

  private IngestItemAnswer(
      long number, @Nullable IngestAnswer answer, @Nullable MembraneException failure) {
    this.number = number;
    this.answer = answer;
    this.failure = failure;
  }

  /** The answer to an item that was stored. */
  public static IngestItemAnswer of(long number, IngestAnswer answer) {
    return new IngestItemAnswer(number, requireNonNull(answer, "answer"), null);
  }

  /** The answer to an item that was refused. */
  public static IngestItemAnswer refused(long number, MembraneException failure) {
    return new IngestItemAnswer(number, null, requireNonNull(failure, "failure"));
  }

  /** The same, as that of an item with another number. */
  public IngestItemAnswer numbered(long other) {
    return new IngestItemAnswer(other, answer, failure);
  }

  /** The place of the item among those that were sent, from 0. */
  public long number() {
    return number;
  }

  /** Whether it was stored; else it was refused. */
  public boolean isStored() {
    return answer != null;
  }

  /**
   * What the item would have been answered by itself. The record is only its header, a {@link
   * RedactedRecord}, if a later item that was committed together with this one has changed it
   * again, or if the records that existed before and were changed hold more than 24 MiB; or, from a
   * server, if it does not fit with those of earlier items into 16 MiB.
   *
   * @throws MembraneException the failure, if the item was refused
   */
  public IngestAnswer get() {
    if (answer == null) {
      throw requireNonNull(failure);
    }
    return answer;
  }

  /**
   * Why the item was refused; empty if it was stored. It has changed nothing, unless the store is
   * unavailable, where it may have been stored.
   */
  public Optional<MembraneException> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IngestItemAnswer that
        && number == that.number
        && Objects.equals(answer, that.answer)
        && Objects.equals(failure, that.failure);
  }

  @Override
  public int hashCode() {
    return Objects.hash(number, answer, failure);
  }

  @Override
  public String toString() {
    return "IngestItemAnswer[number=%s, %s]".formatted(number, answer == null ? failure : answer);
  }
}
