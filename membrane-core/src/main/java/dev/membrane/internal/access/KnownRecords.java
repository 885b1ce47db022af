package dev.membrane.internal.access;

import dev.membrane.NotFoundException;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads records for somebody who may not know of all of them: a damaged one of which they may not
 * know is left out, as if it had never been. Of any other, {@link UnreadableRecordException} tells.
 * Thread-safe.
 */
public final class KnownRecords {

  private final StoreReader store;
  private final StoreReader today;
  private final Visibility visibility;

  /**
   * The records of a store.
   *
   * @param store a {@link ReadableStore#strict} one
   */
  public KnownRecords(StoreReader store, Visibility visibility) {
    this(store, store, visibility);
  }

  /**
   * The records of a store as it was.
   *
   * @param today as it is, which decides who may know of a damaged record
   */
  public KnownRecords(StoreReader store, StoreReader today, Visibility visibility) {
    this.store = store;
    this.today = today;
    this.visibility = visibility;
  }

  /** The header of a record; empty if there is none. */
  public Optional<RecordHeader> header(String id, Instant at) {
    return headers(List.of(id), at).stream().findFirst();
  }

  /**
   * The header of a record that is seen in full, or of what is left of it.
   *
   * @throws dev.membrane.NotFoundException if there never was such a record that they may know of
   * @throws dev.membrane.AccessDeniedException if they may only know that it is or was there
   */
  public RecordHeader require(String id) {
    // Salience, which the instant is for, matters to nobody here.
    return require(header(id, Instant.EPOCH).orElse(null));
  }

  /** As {@link #require(String)}, of a header that was read; null: there is none. */
  public RecordHeader require(@Nullable RecordHeader header) {
    if (header == null) {
      throw NotFoundException.record();
    }
    Sight.requireInFull(visibility, header.scope(), header.sensitivity());
    return header;
  }

  /** As {@link StoreReader#headers}; those of records that are not seen are among them. */
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return DamagedRecords.readable(ids, some -> store.headers(some, at), this::throwUnlessUnknown);
  }

  /** The headers of the records that are there and seen in full. */
  public List<RecordHeader> inFull(Collection<String> ids) {
    return headers(ids, Instant.EPOCH).stream()
        .filter(header -> Sight.isInFull(header, visibility))
        .toList();
  }

  /** As {@link StoreReader#get}; records that are not seen are among them. */
  public List<StoredRecord> get(Collection<String> ids) {
    return DamagedRecords.readable(ids, store::get, this::throwUnlessUnknown);
  }

  /** The log of a record, also of a damaged one; empty if there is none. */
  public Optional<AuditTrail> auditLog(String id) {
    try {
      return store.auditLog(id);
    } catch (UnreadableRecordException damaged) {
      throwUnlessUnknown(damaged);
      return Optional.empty();
    }
  }

  /** It is named alone: another one, which was asked for with it, may be unknown. */
  private void throwUnlessUnknown(UnreadableRecordException damaged) {
    if (isKnown(damaged.id())) {
      throw new UnreadableRecordException(
          damaged.id(), Objects.requireNonNullElse(damaged.getCause(), damaged));
    }
  }

  /** What a log says of its record can mostly be read when the record cannot. */
  private boolean isKnown(String id) {
    try {
      return today.auditLog(id).filter(this::isKnown).isPresent();
    } catch (UnreadableRecordException unreadable) {
      // Nobody can tell who may know of it.
      return visibility.seesAll();
    }
  }

  private boolean isKnown(AuditTrail trail) {
    return visibility.seesAtAll(trail.scope(), trail.sensitivity());
  }
}
