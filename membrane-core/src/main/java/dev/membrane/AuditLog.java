package dev.membrane;

import dev.membrane.spi.AuditLink;
import java.util.List;

/**
 * Says what was done to a record, by whom and why. Safe for use by many threads.
 *
 * <p>Every method throws {@link AccessDeniedException} if the caller may not retrieve, or may only
 * know that the record is or was there, {@link NotFoundException} if there never was such a record
 * that the caller may know of, {@link dev.membrane.spi.StoreUnavailableException}, and {@link
 * ClosedException}.
 */
public interface AuditLog {

  /**
   * The whole audit log of a record, also of a deleted one, oldest first, as far as the caller sees
   * it. Of entries about what the caller does not see, actor and rationale are empty, and so are
   * the nonce and the hashes but for {@code hash}.
   */
  List<AuditLink> of(String id);

  /** As {@link #of(String)}, narrowed to what is seen under a trust. */
  List<AuditLink> of(String id, TrustContext trust);
}
