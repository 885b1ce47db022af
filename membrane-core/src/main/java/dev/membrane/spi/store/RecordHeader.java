package dev.membrane.spi.store;

import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of an id without reading the content of the record. It is enough to decide who
 * may see the record, and whether there is room for it.
 *
 * @param id the id
 * @param scope the scope that the record has or, if it is deleted, had; null: none
 * @param sensitivity the sensitivity that it has or had
 * @param bytes about how many bytes have to be read for the whole record without its audit log; 0
 *     if it is deleted or in memory
 * @param outline what is shown of the record if the rest is not; null if it is deleted
 */
public record RecordHeader(
    String id,
    @Nullable String scope,
    Sensitivity sensitivity,
    long bytes,
    @Nullable RedactedRecord outline) {

  /** The header of an existing record. */
  public static RecordHeader of(RedactedRecord outline, long bytes) {
    return new RecordHeader(outline.id(), outline.scope(), outline.sensitivity(), bytes, outline);
  }

  /** The header of a deleted record. */
  public static RecordHeader deleted(String id, @Nullable String scope, Sensitivity sensitivity) {
    return new RecordHeader(id, scope, sensitivity, 0, null);
  }

  /** Whether the record was deleted. */
  public boolean isDeleted() {
    return outline == null;
  }
}
