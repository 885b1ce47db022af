package dev.membrane.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A version of a record that was committed.
 *
 * @param number the number of the version
 * @param stored the record as it was, with an empty audit log and head; null if its content was
 *     erased
 * @param entries how many entries its audit log had
 * @param from the instant of the commit that made it
 * @param until the instant of the commit that ended it; null if it is the present one
 * @param salienceOnly whether it differs from the version before in nothing but salience and
 *     instants
 */
public record RecordVersion(
    long number,
    @Nullable StoredRecord stored,
    int entries,
    Instant from,
    @Nullable Instant until,
    boolean salienceOnly) {}
