package dev.membrane.spi;

import dev.membrane.schema.Lifecycle;
import java.time.Instant;

/**
 * The last explicit change of a record's salience, from which every later value follows.
 *
 * @param salience the salience right after that change, finite and at least 0
 * @param at the instant of that change, in whole microseconds
 */
public record Anchor(double salience, Instant at) {

  /** Removes the sign of a zero, which not every database keeps. */
  public Anchor {
    salience = salience + 0.0;
  }

  /** The live salience at an instant under the decay rules of a record. */
  public double salienceAt(Lifecycle lifecycle, Instant instant) {
    return lifecycle.salienceAt(salience, at, instant);
  }
}
