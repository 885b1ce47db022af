package dev.membrane.internal.decay;

import dev.membrane.AccessDeniedException;
import dev.membrane.Caller;
import dev.membrane.internal.access.KnownRecords;
import dev.membrane.internal.value.RecordIds;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Header;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.Optional;

/** What is kept of records that were pruned. Thread-safe. */
record PrunedVersions(MemoryStore store) {

  /**
   * Deletes the versions of a record that was pruned.
   *
   * @return whether there were any that the caller may know of
   * @throws AccessDeniedException if the caller may only know that it was there, or may not change
   *     it
   */
  boolean delete(String id, Visibility visibility, Caller caller) {
    Optional<Header> header =
        RecordIds.canonical(id)
            .flatMap(it -> new KnownRecords(store, visibility).header(it, Instant.EPOCH))
            .filter(it -> isKnown(it, visibility) && hasVersions(it));
    header.ifPresent(it -> delete(it, visibility, caller));
    return header.isPresent();
  }

  private static boolean isKnown(Header header, Visibility visibility) {
    return header.isDeleted()
        && (visibility.sees(header.scope(), header.sensitivity())
            || visibility.seesRedacted(header.scope(), header.sensitivity()));
  }

  private boolean hasVersions(Header header) {
    return store.history().stream()
        .anyMatch(history -> !history.versions(header.id(), 0, 1).isEmpty());
  }

  private void delete(Header header, Visibility visibility, Caller caller) {
    if (!visibility.sees(header.scope(), header.sensitivity())) {
      throw AccessDeniedException.byTrust();
    }
    caller.requireWritingTo(header.scope());
    store.commit(Changeset.builder().eraseVersions(header.id()).build());
  }
}
