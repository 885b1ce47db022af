package dev.membrane.internal.access;

import dev.membrane.spi.FaultLog.DamageLog;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.UnreadableRecordException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store for questions about many records. A record that cannot be read is left out, so that it
 * does not keep the others from being answered. Its id is logged once. Whoever asks for one record
 * by its id asks the {@link #strict} store, and is told. Safe for use by many threads.
 */
public final class ReadableStore extends ForwardingStore {

  private static final Logger LOG = LoggerFactory.getLogger(ReadableStore.class);

  private final MemoryStore store;
  private final DamageLog damages = new DamageLog(LOG::error);

  /** Reads from a store. */
  public ReadableStore(MemoryStore store) {
    super(store);
    this.store = store;
  }

  /** The store that throws {@link UnreadableRecordException} for what this one leaves out. */
  public static MemoryStore strict(MemoryStore store) {
    return store instanceof ReadableStore readable ? readable.store : store;
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids) {
    return readable(ids, super::get);
  }

  @Override
  public List<StoredRecord> get(Collection<String> ids, long heaviest) {
    return readable(ids, some -> super.get(some, heaviest));
  }

  @Override
  public List<RecordHeader> headers(Collection<String> ids, Instant at) {
    return readable(ids, some -> super.headers(some, at));
  }

  private <T> List<T> readable(Collection<String> ids, Function<Collection<String>, List<T>> read) {
    return DamagedRecords.readable(ids, read, this::log);
  }

  private void log(UnreadableRecordException damaged) {
    damages.note(damaged.id(), damaged.getMessage() + "; answers leave it out");
  }
}
