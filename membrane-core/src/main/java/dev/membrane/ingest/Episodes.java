package dev.membrane.ingest;

import dev.membrane.change.RecordChanges;
import dev.membrane.change.Slot;
import dev.membrane.change.Write;
import dev.membrane.engine.Caller;
import dev.membrane.engine.FailedPreconditionException;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.Anchor;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Stored;
import java.util.List;
import java.util.function.Supplier;

/**
 * Turns events and tool calls into episodes: each a record of its own, or, with an episode key, all
 * of a run in one record until its outcome is known. Thread-safe.
 *
 * <p>The outcome ends an episode by being recorded: from that commit on the key finds nothing open
 * here, and the next call under it begins another episode and takes the key over.
 */
final class Episodes {

  static final int MAX_EVENTS = 1_000;
  static final int MAX_BYTES = 4 * 1024 * 1024;

  private final MemoryStore store;
  private final RecordChanges records;
  private final Supplier<String> ids;
  private final RecordCodec codec = new RecordCodec();

  Episodes(MemoryStore store, RecordChanges records, Supplier<String> ids) {
    this.store = store;
    this.records = records;
    this.ids = ids;
  }

  Ingested add(EpisodePart part, Caller caller) {
    IngestOptions options = part.intake().options();
    String key = options.episode();
    if (key == null || key.isEmpty()) {
      return Ingested.of(records.inserting(part.begin(ids.get())), IngestResult.CREATED);
    }
    Slot slot = Slot.read(store, "episode", options.scope(), key, Episodes::isOpen);
    return slot.openTo(caller.visibility()).stream()
        .findFirst()
        .map(open -> Ingested.of(append(part, open, slot, caller), IngestResult.APPENDED))
        .orElseGet(() -> Ingested.of(begin(part, slot, caller), IngestResult.CREATED));
  }

  private Write begin(EpisodePart part, Slot slot, Caller caller) {
    part.checkDependencies(List.of());
    Write write = records.inserting(part.begin(ids.get()));
    checkSize(write.record());
    slot.open(write.record(), caller.visibility(), write.changes());
    return write;
  }

  private Write append(EpisodePart part, Stored open, Slot slot, Caller caller) {
    MemoryRecord after = part.appendTo(open.record());
    checkSize(after);
    Anchor anchor = new Anchor(after.salience(), after.updatedAt());
    Write write = records.replacing(open, after, anchor);
    if (after.sensitivity() != open.record().sensitivity()) {
      slot.move(after, caller.visibility(), write.changes());
    }
    return write;
  }

  /** The audit log does not count: it is kept apart and grows with every change. */
  private void checkSize(MemoryRecord episode) {
    if (((EpisodicPayload) episode.payload()).timeline().size() > MAX_EVENTS) {
      throw full(MAX_EVENTS + " timeline items");
    }
    if (codec.encodeUtf8(episode.withAuditLog(List.of())).length > MAX_BYTES) {
      throw full(MAX_BYTES + " bytes");
    }
  }

  private static FailedPreconditionException full(String limit) {
    return new FailedPreconditionException("an episode holds at most " + limit);
  }

  private static boolean isOpen(MemoryRecord record) {
    return record.payload() instanceof EpisodicPayload episode && episode.outcome() == null;
  }
}
