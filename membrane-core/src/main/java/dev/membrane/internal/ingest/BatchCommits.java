package dev.membrane.internal.ingest;

import dev.membrane.AccessDeniedException;
import dev.membrane.AlreadyExistsException;
import dev.membrane.Caller;
import dev.membrane.FailedPreconditionException;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.NotFoundException;
import dev.membrane.Permission;
import dev.membrane.QuotaExceededException;
import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.work.CommitRetry;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.UnreadableScopeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs batches of ingests. All items of a batch are one commit, as a rule: each is computed over a
 * {@link PendingStore}, in which it finds what the items before it did. If another writer was
 * faster, or a scope is damaged, the batch is done again in halves, so that in the end only the
 * items that are concerned are alone; all or nothing is always one commit. Thread-safe.
 */
final class BatchCommits {

  /** The most bytes of records from the store that are changed at once, and shown in the answer. */
  static final long MAX_BYTES = 24 * 1024 * 1024;

  /** How often all or nothing is lost to other writers before they wait for it. */
  private static final int MAX_LOST = 3;

  private static final RecordCodec CODEC = new RecordCodec();

  private final MemoryStore store;
  private final Function<MemoryStore, IngestCommits> over;
  private final Quotas quotas;
  private final CommitPrecedence precedence;

  /** Batches for a store, by what takes single items into a store. */
  BatchCommits(
      MemoryStore store, Function<MemoryStore, IngestCommits> over, CommitPrecedence precedence) {
    this.store = store;
    this.precedence = precedence;
    this.over = over;
    this.quotas = new Quotas(store);
  }

  List<IngestItemAnswer> run(
      List<IngestRequest> items,
      boolean isAllOrNothing,
      Caller caller,
      Consumer<IngestRequest> check) {
    caller.require(Permission.INGEST, "ingesting");
    if (items.size() > Ingestion.MAX_BATCH) {
      throw ValidationException.worded(
          "items", "items exceeds maximum of " + Ingestion.MAX_BATCH + " items");
    }
    BatchUnderWay batch = new BatchUnderWay(items, isAllOrNothing, caller, check);
    return isAllOrNothing ? CommitRetry.untilCommitted(batch::whole) : batch.piecewise();
  }

  /** One batch under way. Not thread-safe. */
  private final class BatchUnderWay {

    private final List<IngestRequest> items;
    private final boolean isAllOrNothing;
    private final Caller caller;
    private final Consumer<IngestRequest> check;
    private long shown;
    private int tried;

    BatchUnderWay(
        List<IngestRequest> items,
        boolean isAllOrNothing,
        Caller caller,
        Consumer<IngestRequest> check) {
      this.items = items;
      this.isAllOrNothing = isAllOrNothing;
      this.caller = caller;
      this.check = check;
    }

    /** All items in one commit. Lost to other writers some times, it goes before them. */
    List<IngestItemAnswer> whole() {
      shown = 0;
      tried++;
      return commit(0, items.size());
    }

    List<IngestItemAnswer> piecewise() {
      List<IngestItemAnswer> answers = new ArrayList<>();
      int size = items.size();
      while (answers.size() < items.size()) {
        int from = answers.size();
        int until = Math.min(items.size(), from + size);
        try {
          answers.addAll(until - from == 1 ? alone(from) : commit(from, until));
          size = Math.min(items.size(), 2 * size);
        } catch (ConflictException | UnreadableScopeException ofSome) {
          size = Math.max(1, (until - from) / 2);
        } catch (MembraneException broken) {
          if (from == 0) {
            throw broken;
          }
          // Whether the last commit stands may be unknown, so nothing more is tried. What was
          // stored before is answered as such.
          for (int i = from; i < items.size(); i++) {
            answers.add(IngestItemAnswer.refused(i, broken));
          }
        }
      }
      return List.copyOf(answers);
    }

    /** One by itself is tried until it is committed, or its scope turns out to be damaged. */
    private List<IngestItemAnswer> alone(int number) {
      try {
        return CommitRetry.untilCommitted(() -> commit(number, number + 1));
      } catch (UnreadableScopeException damaged) {
        return List.of(IngestItemAnswer.refused(number, damaged));
      }
    }

    /** Commits items from a number on, not necessarily all. */
    private List<IngestItemAnswer> commit(int from, int until) {
      return quotas.inTurn(
          caller,
          () ->
              tried > MAX_LOST
                  ? precedence.alone(caller, () -> attempt(from, until))
                  : precedence.beside(caller, () -> attempt(from, until)));
    }

    private List<IngestItemAnswer> attempt(int from, int until) {
      PendingStore pending = new PendingStore(store);
      IngestCommits commits = over.apply(pending);
      List<IngestItemAnswer> answers = new ArrayList<>();
      long repeated = 0;
      for (int i = from; i < until && pending.bytes() + repeated <= MAX_BYTES; i++) {
        IngestItemAnswer answer = answer(i, commits);
        repeated += repeatedBytes(answer);
        answers.add(answer);
      }
      if (isAllOrNothing && answers.size() < until - from) {
        throw new FailedPreconditionException(
            "the batch changes records of more than " + MAX_BYTES + " bytes, send smaller ones");
      }
      caller.requireWaiting();
      Changeset changes = pending.changes();
      if (!changes.equals(Changeset.builder().build())) {
        store.commit(changes);
      }
      shown += pending.bytes() + repeated;
      return shortened(answers, pending);
    }

    private IngestItemAnswer answer(int number, IngestCommits commits) {
      try {
        check.accept(items.get(number));
        return IngestItemAnswer.of(number, commits.tryOnce(items.get(number), caller));
      } catch (ValidationException
          | NotFoundException
          | AccessDeniedException
          | AlreadyExistsException
          | FailedPreconditionException
          | QuotaExceededException refused) {
        if (isAllOrNothing) {
          throw FaultyItem.named(number, refused);
        }
        return IngestItemAnswer.refused(number, refused);
      }
    }

    private static long repeatedBytes(IngestItemAnswer item) {
      return item.isStored() && item.get().result() == IngestResult.REPEATED
          ? CODEC.encodeUtf8(item.get().record()).length
          : 0;
    }

    /** Shows a record that several items were about once, as it is in the end. */
    private List<IngestItemAnswer> shortened(List<IngestItemAnswer> answers, PendingStore pending) {
      Set<String> later = new HashSet<>();
      List<IngestItemAnswer> all = new ArrayList<>(answers);
      for (int i = all.size() - 1; i >= 0; i--) {
        IngestItemAnswer item = all.get(i);
        if (!item.isStored()) {
          continue;
        }
        IngestAnswer answer = item.get();
        if (!later.add(answer.id()) || (shown > MAX_BYTES && !pending.isNew(answer.id()))) {
          RecordView header = RedactedRecord.headerOf(answer.record());
          all.set(
              i,
              IngestItemAnswer.of(
                  item.number(),
                  new IngestAnswer(
                      header,
                      answer.result(),
                      answer.conflicts(),
                      answer.withdrawn(),
                      answer.skipped())));
        }
      }
      return all;
    }
  }
}
