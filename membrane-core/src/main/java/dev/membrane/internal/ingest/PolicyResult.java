package dev.membrane.internal.ingest;

import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.Sensitivity;
import java.time.Instant;

/**
 * What the policy grants a candidate.
 *
 * @param sensitivity who may see it
 * @param confidence how far its kind of source can be relied on, 0 to 1
 * @param salience its initial salience
 * @param decay how its salience falls
 * @param deletionPolicy what may delete it
 */
record PolicyResult(
    Sensitivity sensitivity,
    double confidence,
    double salience,
    DecayProfile decay,
    DeletionPolicy deletionPolicy) {

  /** The lifecycle of a record that begins at an instant. */
  Lifecycle lifecycleFrom(Instant start) {
    return new Lifecycle(decay, start, false, deletionPolicy);
  }
}
