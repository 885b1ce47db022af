package dev.membrane.tck;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Commits gone wrong. */
final class WriteDefects {

  private WriteDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "does the steps before the one that fails",
            "one_failing_step_undoes_all_the_others",
            StepByStep::new),
        new Defect(
            "stops at the first of several changesets that fails",
            "of_changesets_handed_over_together_each_stands_or_falls_alone",
            StopsAtAFailure::new),
        new Defect(
            "does several changesets all or nothing",
            "of_changesets_handed_over_together_each_stands_or_falls_alone",
            AllOrNothing::new),
        new Defect(
            "commits several changesets in any order",
            "of_changesets_handed_over_together_each_stands_or_falls_alone",
            LastFirst::new),
        new Defect(
            "overwrites whatever version it finds",
            "a_version_that_is_no_longer_the_stored_one_is_a_conflict",
            changing(WriteDefects::atAnyVersion)),
        new Defect(
            "loses updates between two writers",
            "of_several_writers_of_one_version_exactly_one_wins",
            changing(WriteDefects::atAnyVersion)),
        new Defect(
            "keeps quiet about an id that was used before",
            "an_id_is_never_used_again_after_its_record_was_deleted",
            changing(
                (store, change) ->
                    change instanceof Change.Insert
                            && store.get(List.of(change.id())).isEmpty()
                            && ((Recalling) store).deleted.contains(change.id())
                        ? null
                        : change)),
        new Defect(
            "keeps the terms of before a replacement",
            "a_replacement_forgets_the_terms_before_it_and_a_deletion_all",
            changing(WriteDefects::withFormerTerms)),
        new Defect(
            "lets the last of several owners have a key",
            "of_many_threads_that_add_a_key_at_once_exactly_one_wins",
            LastOwnerWins::new),
        new Defect(
            "keeps the keys of deleted records",
            "a_deleted_record_takes_its_own_keys_with_it_and_no_others",
            KeepsKeys::new),
        new Defect(
            "deletes ownerless keys that speak of a deleted record",
            "a_deleted_record_takes_its_own_keys_with_it_and_no_others",
            DropsOwnerlessKeys::new),
        new Defect(
            "keeps the queue rows of deleted records",
            "a_deleted_record_takes_its_rows_in_every_queue_with_it",
            KeepsRows::new),
        new Defect(
            "counts versions from 1 whatever it is told",
            "a_record_may_come_with_the_version_that_it_had_elsewhere",
            changing(
                (store, change) ->
                    change instanceof Change.Insert one
                        ? new Change.Insert(
                            one.record(), 1, one.anchor(), one.terms(), one.nonce(), one.audit())
                        : change)),
        new Defect(
            "buries nothing that it has not seen",
            "a_tombstone_from_elsewhere_is_as_if_the_record_had_been_deleted_here",
            changing((store, change) -> change instanceof Change.Bury ? null : change)),
        new Defect(
            "keeps the first nonce of a record",
            "a_nonce_lasts_until_the_next_change_and_none_stays_of_a_deleted_record",
            changing(WriteDefects::withTheFirstNonce)),
        new Defect(
            "finishes rows that are not as they were seen",
            "a_row_that_was_replaced_since_it_was_seen_cannot_be_done",
            FinishesAnyRow::new));
  }

  private static Change atAnyVersion(MemoryStore store, Change change) {
    List<StoredRecord> found = store.get(List.of(change.id()));
    if (found.isEmpty()) {
      return change;
    }
    long version = found.get(0).version();
    if (change instanceof Change.Replace old) {
      return new Change.Replace(
          version, old.record(), old.anchor(), old.terms(), old.nonce(), old.audit());
    }
    return change instanceof Change.Delete old
        ? new Change.Delete(old.id(), version, old.audit())
        : change;
  }

  private static Change withTheFirstNonce(MemoryStore store, Change change) {
    return change instanceof Change.Replace later
        ? new Change.Replace(
            later.versionSeen(),
            later.record(),
            later.anchor(),
            later.terms(),
            store.auditLog(later.id()).orElseThrow().nonce(),
            later.audit())
        : change;
  }

  private static Change withFormerTerms(MemoryStore store, Change change) {
    if (!(change instanceof Change.Replace replace)) {
      return change;
    }
    Map<String, Integer> counts = new HashMap<>(((Recalling) store).terms.get(change.id()));
    counts.putAll(replace.terms().counts());
    return new Change.Replace(
        replace.versionSeen(),
        replace.record(),
        replace.anchor(),
        new Terms(counts),
        replace.nonce(),
        replace.audit());
  }

  /** What becomes of a change; null if nothing. */
  private interface Changing {
    Change apply(MemoryStore store, Change change);
  }

  private static Supplier<DelegatingStore> changing(Changing wrong) {
    return () ->
        new Recalling() {
          @Override
          public void commit(Changeset changeset) {
            List<Change> changes = new ArrayList<>();
            for (Change change : changeset.changes()) {
              Change other = wrong.apply(this, change);
              if (other != null) {
                changes.add(other);
              }
            }
            super.commit(
                new Changeset(
                    changes,
                    changeset.embeddings(),
                    changeset.keysRemoved(),
                    changeset.keysAdded(),
                    changeset.rowsDone(),
                    changeset.rowsAdded(),
                    changeset.runsDropped(),
                    changeset.runsKept(),
                    changeset.rationalesErased(),
                    changeset.history()));
          }
        };
  }

  /** Remembers what was committed. */
  private static class Recalling extends DelegatingStore {
    final Set<String> deleted = new HashSet<>();
    final Map<String, Map<String, Integer>> terms = new HashMap<>();
    final Set<Key> keys = new HashSet<>();
    final Set<QueueRow> rows = new HashSet<>();

    @Override
    public void commit(Changeset changeset) {
      super.commit(changeset);
      synchronized (this) {
        keys.addAll(changeset.keysAdded());
        rows.addAll(changeset.rowsAdded());
        changeset.changes().forEach(this::recall);
      }
    }

    private void recall(Change change) {
      if (change instanceof Change.Insert insert) {
        terms.put(insert.id(), insert.terms().counts());
      } else if (change instanceof Change.Delete) {
        deleted.add(change.id());
        afterwards(change.id());
      }
    }

    void afterwards(String deletedId) {}
  }

  private static final class StepByStep extends DelegatingStore {

    @Override
    public synchronized void commit(Changeset changeset) {
      changeset.keysRemoved().forEach(key -> one(Changeset.builder().removeKey(key)));
      changeset.rowsDone().forEach(row -> one(Changeset.builder().done(row)));
      changeset.changes().forEach(change -> one(Changeset.builder().change(change)));
      changeset.keysAdded().forEach(key -> one(Changeset.builder().addKey(key)));
      changeset.rowsAdded().forEach(row -> one(Changeset.builder().enqueue(row)));
      changeset.runsDropped().forEach(id -> one(Changeset.builder().dropRun(id)));
      changeset.runsKept().forEach(run -> one(Changeset.builder().keepRun(run)));
    }

    private void one(Changeset.Builder step) {
      super.commit(step.build());
    }
  }

  private static final class StopsAtAFailure extends DelegatingStore {

    @Override
    public List<CompletableFuture<Void>> commitEach(List<Changeset> changesets) {
      List<CompletableFuture<Void>> outcomes = new ArrayList<>();
      for (Changeset changeset : changesets) {
        boolean hasFailed = outcomes.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
        outcomes.addAll(
            hasFailed ? List.of(outcomes.get(1)) : super.commitEach(List.of(changeset)));
      }
      return outcomes;
    }
  }

  private static final class AllOrNothing extends DelegatingStore {

    @Override
    public List<CompletableFuture<Void>> commitEach(List<Changeset> changesets) {
      List<CompletableFuture<Void>> tried = new DelegatingStore().commitEach(changesets);
      return tried.stream().anyMatch(CompletableFuture::isCompletedExceptionally)
          ? tried
          : super.commitEach(changesets);
    }
  }

  private static final class LastFirst extends DelegatingStore {

    @Override
    public List<CompletableFuture<Void>> commitEach(List<Changeset> changesets) {
      List<Changeset> reversed = new ArrayList<>(changesets);
      Collections.reverse(reversed);
      List<CompletableFuture<Void>> outcomes = new ArrayList<>(super.commitEach(reversed));
      Collections.reverse(outcomes);
      return outcomes;
    }
  }

  private static final class LastOwnerWins extends DelegatingStore {

    @Override
    public synchronized void commit(Changeset changeset) {
      for (Key key : changeset.keysAdded()) {
        find(List.of(key.name()))
            .forEach(standing -> super.commit(Changeset.builder().removeKey(standing).build()));
      }
      super.commit(changeset);
    }
  }

  private static final class KeepsKeys extends Recalling {

    @Override
    void afterwards(String deletedId) {
      for (Key key : List.copyOf(keys)) {
        if (deletedId.equals(key.owner())) {
          super.commit(Changeset.builder().addKey(key).build());
        }
      }
    }
  }

  private static final class DropsOwnerlessKeys extends Recalling {

    @Override
    void afterwards(String deletedId) {
      for (Key key : List.copyOf(keys)) {
        if (key.owner() == null && key.value().equals(deletedId)) {
          super.commit(Changeset.builder().removeKey(key).build());
        }
      }
    }
  }

  private static final class KeepsRows extends Recalling {

    @Override
    void afterwards(String deletedId) {
      for (QueueRow row : List.copyOf(rows)) {
        if (deletedId.equals(row.item())) {
          super.commit(Changeset.builder().enqueue(row).build());
        }
      }
    }
  }

  private static final class FinishesAnyRow extends DelegatingStore {

    @Override
    public void commit(Changeset changeset) {
      List<QueueRow> standing = new ArrayList<>();
      for (QueueRow row : changeset.rowsDone()) {
        due(row.queue(), Instant.MAX, 1000).stream()
            .filter(other -> other.item().equals(row.item()))
            .forEach(standing::add);
      }
      super.commit(
          new Changeset(
              changeset.changes(),
              changeset.embeddings(),
              changeset.keysRemoved(),
              changeset.keysAdded(),
              standing,
              changeset.rowsAdded(),
              changeset.runsDropped(),
              changeset.runsKept(),
              changeset.rationalesErased(),
              changeset.history()));
    }
  }
}
