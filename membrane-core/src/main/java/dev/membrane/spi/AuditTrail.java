package dev.membrane.spi;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was ever done to a record. It outlives the record.
 *
 * @param id the record's id
 * @param scope the scope that it has or, if it is deleted, had; null: none
 * @param sensitivity the sensitivity that it has or had
 * @param stored the record as it is now, read together with its links; null if it is deleted or
 *     damaged
 * @param damage why the record cannot be read; null if it can, or is deleted
 * @param links the whole chain, oldest first
 * @param nonce the nonce of the record's last change, see {@link Change.Insert#nonce}; empty if the
 *     record is deleted
 */
public record AuditTrail(
    String id,
    @Nullable String scope,
    Sensitivity sensitivity,
    @Nullable StoredRecord stored,
    @Nullable String damage,
    List<AuditLink> links,
    String nonce) {

  /** Copies the links. */
  public AuditTrail {
    links = List.copyOf(links);
  }

  /** A trail without a nonce. */
  public AuditTrail(
      String id,
      @Nullable String scope,
      Sensitivity sensitivity,
      @Nullable StoredRecord stored,
      @Nullable String damage,
      List<AuditLink> links) {
    this(id, scope, sensitivity, stored, damage, links, "");
  }

  /** The entries without their hashes. */
  public List<AuditEntry> entries() {
    return links.stream().map(AuditLink::entry).toList();
  }
}
