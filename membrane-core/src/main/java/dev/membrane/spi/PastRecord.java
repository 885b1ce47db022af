package dev.membrane.spi;

import dev.membrane.schema.Sensitivity;
import org.jspecify.annotations.Nullable;

/**
 * A record as it was at an instant.
 *
 * @param stored the record as it was, with an empty head
 * @param entries how many entries its audit log had
 * @param terms its analysed text; null if it is not kept, as the content has changed since
 * @param arrival its place among all inserts
 * @param scope the scope that it has now or, if it is deleted, had at the end; null: none
 * @param sensitivity the sensitivity that it has now, or had at the end
 * @param bytes about how many bytes of JSON it has
 */
public record PastRecord(
    StoredRecord stored,
    int entries,
    @Nullable Terms terms,
    long arrival,
    @Nullable String scope,
    Sensitivity sensitivity,
    long bytes) {}
