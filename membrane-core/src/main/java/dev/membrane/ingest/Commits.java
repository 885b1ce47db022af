package dev.membrane.ingest;

import dev.membrane.change.Answers;
import dev.membrane.change.Quotas;
import dev.membrane.change.Write;
import dev.membrane.engine.AlreadyExistsException;
import dev.membrane.engine.CommitRetry;
import dev.membrane.engine.Digest;
import dev.membrane.engine.NotFoundException;
import dev.membrane.engine.Receipts;
import dev.membrane.ingest.Receipt.Outline;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Stored;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs ingests: each in one commit, again when another writer was faster, and with an idempotency
 * key only once. Thread-safe.
 */
final class Commits {

  private final MemoryStore store;
  private final InstantSource clock;
  private final Answers answers;
  private final Quotas quotas;

  Commits(MemoryStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.answers = new Answers(store);
    this.quotas = new Quotas(store);
  }

  /**
   * Runs a call.
   *
   * @param ingest reads and computes, given the instant of the attempt in whole microseconds
   */
  RecordView run(Call call, Function<Instant, Write> ingest) {
    return CommitRetry.untilCommitted(() -> attempt(call, ingest));
  }

  private RecordView attempt(Call call, Function<Instant, Write> ingest) {
    call.caller().requireWaiting();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    String key = call.idempotencyKey();
    return key == null
        ? commit(call, ingest.apply(now), now)
        : once(call, call.keyName(key), ingest, now);
  }

  private RecordView once(Call call, String name, Function<Instant, Write> ingest, Instant now) {
    String digest = Digest.of(call.request());
    List<Key> standing = store.find(List.of(name));
    for (Key key : standing) {
      Receipt receipt = Receipt.of(key);
      if (!receipt.isExpired(now)) {
        return repeat(call, receipt, digest, now);
      }
    }
    Write write = ingest.apply(now);
    standing.forEach(write.changes()::removeKey);
    MemoryRecord record = write.record();
    boolean isSeen = call.caller().visibility().sees(record);
    Receipt receipt =
        new Receipt(
            now.plus(Receipts.REMEMBERED), digest, record.id(), isSeen ? null : Outline.of(record));
    write.changes().addKey(receipt.key(name));
    write.changes().enqueue(new QueueRow(IdempotencyExpiry.QUEUE, name, receipt.expiresAt(), 0));
    return commit(call, write, now);
  }

  private RecordView repeat(Call call, Receipt receipt, String digest, Instant now) {
    if (!receipt.digest().equals(digest)) {
      throw new AlreadyExistsException("idempotency_key was used for another request");
    }
    Stored stored = answers.find(receipt.recordId()).orElseThrow(NotFoundException::record);
    Outline outline = receipt.outline();
    return answers
        .view(stored, call.caller(), call.caller().visibility(), now)
        .or(() -> Optional.ofNullable(outline).map(shown -> shown.of(stored)))
        .orElseThrow(NotFoundException::record);
  }

  private RecordView commit(Call call, Write write, Instant now) {
    call.caller().requireWaiting();
    quotas.charge(write, call.request(), call.caller());
    store.commit(write.changes().build());
    return answers.committed(write, call.caller(), call.caller().visibility(), now);
  }
}
