package dev.membrane.audit;

import dev.membrane.audit.AuditReport.Broken;
import dev.membrane.engine.Sha256;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.spi.AuditLink;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.StoreReader;
import dev.membrane.spi.Stored;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks every audit log of a store: each entry against the chain, and the last one against the
 * record. Reads page by page, each a whole commit, so that a server may go on writing. Not
 * thread-safe.
 */
public final class AuditVerifier {

  /** Records and logs can be large, and a page is in memory at once. */
  private static final int PAGE = 32;

  private final StoreReader store;
  private final LongConsumer progress;
  private final MessageDigest head = Sha256.digest();
  private long records;
  private long entries;
  private @Nullable Broken broken;

  /**
   * A verifier for one run.
   *
   * @param progress is told how many records were looked at, from time to time
   */
  public AuditVerifier(StoreReader store, LongConsumer progress) {
    this.store = store;
    this.progress = progress;
  }

  /** Looks at every log. */
  public AuditReport verify() {
    List<AuditTrail> page = store.auditLogs("", PAGE);
    while (!page.isEmpty()) {
      page.forEach(this::check);
      progress.accept(records);
      page = store.auditLogs(page.get(page.size() - 1).id(), PAGE);
    }
    String digest = HexFormat.of().formatHex(head.digest());
    return new AuditReport(records, entries, digest, broken);
  }

  private void check(AuditTrail trail) {
    String last = trail.links().isEmpty() ? "" : lastOf(trail).hash();
    head.update((trail.id() + " " + last + "\n").getBytes(StandardCharsets.UTF_8));
    records++;
    entries += trail.links().size();
    if (broken == null) {
      broken = fault(trail);
    }
  }

  private static @Nullable Broken fault(AuditTrail trail) {
    String before = "";
    int place = 0;
    for (AuditLink link : trail.links()) {
      place++;
      if (!AuditChain.isRationaleKept(link)) {
        String reason = "the rationale is not the one that was written";
        return new Broken(trail.id(), place, reason);
      }
      if (!AuditChain.again(before, trail.id(), link).equals(link)) {
        String reason = "the entry, or one before it, is not as it was written";
        return new Broken(trail.id(), place, reason);
      }
      before = link.hash();
    }
    String fault = contentFault(trail);
    return fault == null ? null : new Broken(trail.id(), place, fault);
  }

  private static @Nullable String contentFault(AuditTrail trail) {
    if (trail.damage() != null) {
      return "what is stored cannot be read: " + trail.damage();
    }
    if (trail.links().isEmpty()) {
      return "there is no entry";
    }
    String expected = lastOf(trail).contentHash();
    Stored stored = trail.stored();
    if (stored == null) {
      return AuditChain.tombstoneHash(trail.scope(), trail.sensitivity()).equals(expected)
          ? null
          : "the record is gone without having been deleted, or what stayed of it was changed";
    }
    MemoryRecord record = stored.record();
    boolean isPlaced =
        Objects.equals(record.scope(), trail.scope())
            && record.sensitivity() == trail.sensitivity();
    return isPlaced && AuditChain.contentHash(record, stored.anchor()).equals(expected)
        ? null
        : "the record is not as it was left by this entry";
  }

  private static AuditLink lastOf(AuditTrail trail) {
    return trail.links().get(trail.links().size() - 1);
  }
}
