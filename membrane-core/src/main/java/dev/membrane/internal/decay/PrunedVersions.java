package dev.membrane.internal.decay;

import dev.membrane.Caller;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import java.time.Instant;
import java.util.Optional;

/** What is kept of records that were pruned. Thread-safe. */
record PrunedVersions(MemoryStore store) {

  /**
   * Deletes the versions of a record that was pruned.
   *
   * @return whether there were any that the caller may know of
   * @throws dev.membrane.AccessDeniedException if the caller may only know that it was there, or
   *     may not change it
   */
  boolean delete(String id, Visibility visibility, Caller caller) {
    KnownRecords known = new KnownRecords(store, visibility);
    Optional<RecordHeader> header =
        RecordIds.canonical(id)
            .flatMap(it -> known.header(it, Instant.EPOCH))
            .filter(RecordHeader::isDeleted)
            .filter(it -> visibility.seesAtAll(it.scope(), it.sensitivity()))
            .filter(this::hasVersions);
    header.ifPresent(it -> delete(known.require(it), caller));
    return header.isPresent();
  }

  private boolean hasVersions(RecordHeader header) {
    return store.history().stream()
        .anyMatch(history -> !history.versions(header.id(), 0, 1).isEmpty());
  }

  private void delete(RecordHeader header, Caller caller) {
    caller.requireWritingTo(header.scope());
    store.commit(Changeset.builder().eraseVersions(header.id()).build());
  }
}
