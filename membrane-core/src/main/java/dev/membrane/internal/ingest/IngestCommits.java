package dev.membrane.internal.ingest;

import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestRequest;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordAnswers;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.ingest.IdempotentCall.Outline;
import dev.membrane.internal.keys.IdempotentCallKeys;
import dev.membrane.internal.keys.Queues;
import dev.membrane.internal.value.Digest;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Runs ingests over a store. Each is one commit, which is tried again if another writer was faster.
 * With an idempotency key it is done only once. Thread-safe.
 */
final class IngestCommits {

  private final MemoryStore store;
  private final InstantSource clock;
  private final IngestPlanner ingester;
  private final RecordAnswers answers;
  private final Quotas quotas;
  private final CommitPrecedence precedence;

  IngestCommits(
      MemoryStore store, InstantSource clock, IngestPlanner ingester, CommitPrecedence precedence) {
    this.store = store;
    this.clock = clock;
    this.ingester = ingester;
    this.answers = new RecordAnswers(store);
    this.quotas = new Quotas(store);
    this.precedence = precedence;
  }

  /** Takes a request in. */
  IngestAnswer run(IngestRequest request, Caller caller) {
    IngestCall call = ingester.admitted(request, caller);
    return CommitRetry.untilCommitted(
        () -> quotas.inTurn(caller, () -> precedence.beside(caller, () -> attempt(call))));
  }

  /**
   * Takes a request in, and leaves it to somebody else to try again.
   *
   * @throws dev.membrane.spi.commit.ConflictException if another writer was faster
   */
  IngestAnswer tryOnce(IngestRequest request, Caller caller) {
    return attempt(ingester.admitted(request, caller));
  }

  private IngestAnswer attempt(IngestCall call) {
    call.caller().requireWaiting();
    Instant now = clock.instant();
    return call.keyName()
        .map(name -> once(call, name, now))
        .orElseGet(() -> commit(call, ingester.ingest(call, now), now));
  }

  private IngestAnswer once(IngestCall call, String name, Instant now) {
    String digest = Digest.of(call.request());
    List<Key> standing = store.find(List.of(name));
    for (Key key : standing) {
      IdempotentCall known = IdempotentCall.of(key);
      if (!known.isExpired(now)) {
        return repeat(call, known, digest, now);
      }
    }
    IngestPlan ingested = ingester.ingest(call, now);
    Write write = ingested.write();
    standing.forEach(write.changes()::removeKey);
    MemoryRecord record = write.live(now);
    Instant expiresAt = now.plus(IdempotentCallKeys.REMEMBERED);
    IdempotentCall known = new IdempotentCall(expiresAt, digest, record.id(), Outline.of(record));
    write.changes().addKey(known.key(name));
    write.changes().enqueue(new QueueRow(Queues.EXPIRY, name, known.expiresAt(), 0));
    return commit(call, ingested, now);
  }

  private IngestAnswer repeat(IngestCall call, IdempotentCall known, String digest, Instant now) {
    if (!known.digest().equals(digest)) {
      throw new AlreadyExistsException("idempotency_key was used for another request");
    }
    StoredRecord stored =
        answers
            .find(known.recordId(), call.caller().visibility())
            .orElseThrow(NotFoundException::record);
    Optional<RecordView> then =
        Optional.ofNullable(known.outline()).map(outline -> outline.of(stored));
    Optional<RecordView> standing =
        answers.view(stored, call.caller(), call.caller().visibility(), now);
    // Who may only write is shown no more of what others have changed than the first time.
    RecordView record =
        (call.caller().may(Permission.RETRIEVE)
                ? standing.or(() -> then)
                : then.or(() -> standing.map(RedactedRecord::headerOf)))
            .orElseThrow(NotFoundException::record);
    return new IngestAnswer(record, IngestResult.REPEATED, List.of(), null, List.of());
  }

  private IngestAnswer commit(IngestCall call, IngestPlan ingested, Instant now) {
    Write write = ingested.write();
    call.caller().requireWaiting();
    quotas.charge(write, call.request(), call.caller());
    store.commit(write.changes().build());
    RecordView record =
        ingested.isShownTo(call.caller())
            ? answers.committed(write, call.caller(), call.caller().visibility(), now)
            : RedactedRecord.of(write.live(now));
    return ingested.answer(record);
  }
}
