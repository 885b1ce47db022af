package dev.membrane.internal.audit;

import dev.membrane.internal.audit.AuditReport.Broken;
import dev.membrane.internal.audit.AuditReport.ProvenErasure;
import dev.membrane.internal.text.RecordText;
import dev.membrane.internal.text.TextAnalyzer;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sha256;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks every audit log of a store. It checks each entry against the chain, the last one against
 * the record, and all logs of a scope against the head that the store keeps for the scope. It also
 * has the store check its other tables. All of this is read as of one instant, so a server may go
 * on writing. Not thread-safe.
 */
public final class AuditVerifier {

  /** Nothing is told more often than this many records. */
  private static final int TOLD_EVERY = 32;

  private final StoreReader store;
  private final LongConsumer progress;
  private final RecordText text = new RecordText(new TextAnalyzer());
  private final MessageDigest head = Sha256.digest();
  private final Map<String, AuditHead> noted = new TreeMap<>();
  private final Map<String, AuditHead> found = new TreeMap<>();
  private final Map<String, AuditHead> erasedByProof = new TreeMap<>();
  private final Map<String, ProvenErasure> erasures = new TreeMap<>();
  private long records;
  private long entries;
  private long unsalted;
  private long faults;
  private long versions;
  private long erasedVersions;
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

  /** Looks at everything. */
  public AuditReport verify() {
    store.inspect(new Looking());
    progress.accept(records);
    compareHeads();
    erasures.values().forEach(this::compareErased);
    long erased = erasedByProof.values().stream().mapToLong(AuditHead::trails).sum();
    String digest = HexFormat.of().formatHex(head.digest());
    return new AuditReport(
        records,
        entries,
        unsalted,
        digest,
        faults,
        broken,
        erased,
        versions,
        erasedVersions,
        List.copyOf(erasures.values()));
  }

  private final class Looking implements Inspection {

    @Override
    public Terms termsOf(MemoryRecord record) {
      return text.termsOf(record);
    }

    @Override
    public void head(@Nullable String scope, AuditHead head) {
      noted.merge(keyOf(scope), head, AuditHead::plus);
    }

    @Override
    public void trail(AuditTrail trail) {
      check(trail);
      if (records % TOLD_EVERY == 0) {
        progress.accept(records);
      }
    }

    @Override
    public void versions(long kept, long erased) {
      versions = kept;
      erasedVersions = erased;
    }

    @Override
    public void fault(@Nullable String id, String reason) {
      add(new Broken(id, 0, reason));
    }
  }

  private void add(@Nullable Broken fault) {
    if (fault != null) {
      faults++;
      broken = broken == null ? fault : broken;
    }
  }

  private void check(AuditTrail trail) {
    String last = trail.links().isEmpty() ? "" : lastOf(trail).hash();
    head.update((trail.id() + " " + last + "\n").getBytes(StandardCharsets.UTF_8));
    found.merge(keyOf(trail.scope()), AuditHead.of(trail.id(), last), AuditHead::plus);
    records++;
    entries += trail.links().size();
    unsalted += unsaltedOf(trail);
    add(fault(trail));
    if (trail.stored() == null && !trail.links().isEmpty()) {
      noteErased(trail);
    }
  }

  private void noteErased(AuditTrail trail) {
    AuditLink last = lastOf(trail);
    AuditEntry entry = last.entry();
    ErasureProof.of(trail)
        .map(proof -> new ProvenErasure(trail.id(), entry.timestamp(), entry.actor(), proof))
        .ifPresent(erasure -> erasures.put(trail.id(), erasure));
    // Others may write the same words into a last entry, but leave rationales before it.
    boolean isErased =
        trail.links().stream()
            .limit(trail.links().size() - 1L)
            .allMatch(it -> it.nonce().isEmpty());
    if (isErased) {
      AuditHead head = AuditHead.of(trail.id(), last.hash());
      ErasureProof.idOf(last.entry())
          .ifPresent(id -> erasedByProof.merge(id, head, AuditHead::plus));
    }
  }

  private void compareErased(ProvenErasure erasure) {
    AuditHead erased = erasedByProof.getOrDefault(erasure.id(), AuditHead.NONE);
    if (!erasure.proof().isOf(erased)) {
      String reason = "what is left of the records is not what the proof of their erasure says";
      add(new Broken(erasure.id(), 1, reason));
    }
  }

  /** A sorted map takes no null, and no scope is empty. */
  private static String keyOf(@Nullable String scope) {
    return Objects.requireNonNullElse(scope, "");
  }

  /** The entry of a deletion hashes nothing that is secret. */
  private static long unsaltedOf(AuditTrail trail) {
    boolean isDeleted = trail.stored() == null && trail.damage() == null;
    String tombstone = AuditChain.tombstoneHash(trail.scope(), trail.sensitivity());
    return trail.links().stream()
        .map(AuditLink::contentHash)
        .filter(hash -> !AuditChain.isSalted(hash) && !(isDeleted && hash.equals(tombstone)))
        .count();
  }

  private void compareHeads() {
    found.keySet().forEach(scope -> noted.putIfAbsent(scope, AuditHead.NONE));
    noted.forEach((scope, head) -> compare(scope, head, found.getOrDefault(scope, AuditHead.NONE)));
  }

  private void compare(String scope, AuditHead noted, AuditHead found) {
    String which = scope.isEmpty() ? "records without a scope" : "scope " + scope;
    if (noted.trails() != found.trails()) {
      String counts = found.trails() + " audit logs, and should have " + noted.trails();
      add(new Broken(null, 0, which + ": there are " + counts));
    } else if (!noted.equals(found)) {
      add(new Broken(null, 0, which + ": the audit logs are not those that were written"));
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
    StoredRecord stored = trail.stored();
    if (stored == null) {
      return AuditChain.tombstoneHash(trail.scope(), trail.sensitivity()).equals(expected)
          ? null
          : "the record is gone without having been deleted, or what stayed of it was changed";
    }
    MemoryRecord record = stored.record();
    boolean isPlaced =
        Objects.equals(record.scope(), trail.scope())
            && record.sensitivity() == trail.sensitivity();
    return isPlaced && isContentOf(trail, stored, expected)
        ? null
        : "the record is not as it was left by this entry";
  }

  private static boolean isContentOf(AuditTrail trail, StoredRecord stored, String expected) {
    if (AuditChain.isSalted(expected)) {
      return AuditChain.contentHash(
              trail.nonce(), stored.version(), stored.record(), stored.anchor())
          .equals(expected);
    }
    return trail.nonce().isEmpty()
        && AuditChain.unsaltedHash(stored.record(), stored.anchor()).equals(expected);
  }

  private static AuditLink lastOf(AuditTrail trail) {
    return trail.links().get(trail.links().size() - 1);
  }
}
