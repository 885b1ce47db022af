package dev.membrane.internal.erase;

import dev.membrane.internal.change.Quotas;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.consolidate.Unlearning;
import dev.membrane.internal.consolidate.Unlearning.ErasureOrder;
import dev.membrane.internal.consolidate.Unlearning.Setup;
import dev.membrane.internal.engine.AnswerReceipts;
import dev.membrane.internal.engine.ErasureProof;
import dev.membrane.internal.engine.NamedIds;
import dev.membrane.internal.engine.Receipts;
import dev.membrane.internal.erase.ErasureState.Phase;
import dev.membrane.internal.erase.ErasureState.Place;
import dev.membrane.internal.erase.TargetPages.TargetPage;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.AuditHead;
import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Change;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.ErasedRationales;
import dev.membrane.spi.Header;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The steps of an erasure. Each is one commit, and reads anew what it needs. Thread-safe. */
final class Erasure {

  private static final int AT_ONCE = 500;
  private static final int ANSWERS_AT_ONCE = 50;
  private static final String NOTES = "note:";
  private static final RecordCodec CODEC = new RecordCodec();

  private final MemoryStore store;
  private final RecordChanges records;
  private final Setup setup;
  private final Quotas quotas;

  Erasure(MemoryStore store, RecordChanges records, Setup setup) {
    this.store = store;
    this.records = records;
    this.setup = setup;
    this.quotas = new Quotas(store);
  }

  /**
   * The next step of an erasure.
   *
   * @param standing its key
   * @param counts counts what is erased
   * @return how far it is then; empty once the proof is written
   */
  Optional<Key> step(Key standing, Instant now, ErasureCounts counts) {
    ErasureState state = ErasureState.of(standing);
    Changeset.Builder changes = Changeset.builder().removeKey(standing);
    return switch (state.phase()) {
      case RECORDS -> eraseRecords(state, now, counts, changes);
      case TOMBSTONES -> eraseTombstones(state, changes);
      case NOTES -> eraseNotes(state, changes);
      case RECEIPTS -> eraseReceipts(state, changes);
      case ANSWERS -> eraseAnswers(state, changes);
      case PROOF -> prove(state, now, changes);
    };
  }

  /** Former versions of what goes on without something erased may still quote it. */
  private Optional<Key> goOn(ErasureState state, Changeset.Builder changes) {
    for (Change change : changes.build().changes()) {
      if (change instanceof Change.Replace) {
        changes.eraseVersions(change.id());
      }
    }
    Key key = state.toKey();
    store.commit(changes.addKey(key).build());
    return Optional.of(key);
  }

  private Optional<Key> eraseRecords(
      ErasureState state, Instant now, ErasureCounts counts, Changeset.Builder changes) {
    TargetPages pages = new TargetPages(store, setup, state.request(), state.visibility(), now);
    TargetPage page = pages.after(state.after());
    AuditEntry last =
        new AuditEntry(AuditAction.DELETE, state.actor(), now, ErasureProof.entry(state.id()));
    Unlearning batch =
        new Unlearning(
            setup,
            new ErasureOrder(
                state.visibility(),
                last,
                state.request().overridePolicy(),
                state.request().scope() != null));
    batch.erase(page.ids());
    batch.addTo(changes);
    long tombstones = eraseTombstones(List.copyOf(page.ids()), state, changes);
    List<MemoryRecord> erased =
        Stream.concat(batch.named().stream(), batch.learned().stream()).toList();
    quotas.refund(erased.stream().map(MemoryRecord::id).toList(), changes);
    Place place = state.place();
    for (MemoryRecord record : erased) {
      place = place.with(record.scope(), record.sensitivity());
    }
    Map<String, Long> more = ErasureCounts.of(batch, pages, true);
    more.put(ErasureCounts.TOMBSTONES, tombstones);
    ErasureState after = state.with(more, logs(changes), place);
    Optional<Key> key =
        goOn(
            page.last().isEmpty()
                ? after.at(Phase.TOMBSTONES, "")
                : after.at(Phase.RECORDS, page.last()),
            changes);
    counts.add(batch, pages, true);
    return key;
  }

  /** The logs of the records that a changeset deletes, as they are then. */
  private static AuditHead logs(Changeset.Builder changes) {
    AuditHead logs = AuditHead.NONE;
    for (Change change : changes.build().changes()) {
      if (change instanceof Change.Delete delete) {
        String hash = delete.audit().get(delete.audit().size() - 1).hash();
        logs = logs.plus(AuditHead.of(delete.id(), hash));
      }
    }
    return logs;
  }

  /** What was deleted before in a scope still has its rationales. */
  private Optional<Key> eraseTombstones(ErasureState state, Changeset.Builder changes) {
    String scope = state.request().scope();
    if (scope == null) {
      boolean isAnyGone = state.count(ErasureCounts.TOMBSTONES) > 0;
      return goOn(state.at(isAnyGone ? Phase.NOTES : Phase.RECEIPTS, ""), changes);
    }
    Visibility seen = new Visibility(state.visibility().ceiling(), Set.of(scope));
    List<String> ids = store.deleted(seen.and(state.visibility()), state.after(), AT_ONCE);
    eraseTombstones(ids, state, changes);
    return goOn(
        ids.size() == AT_ONCE
            ? state.at(Phase.TOMBSTONES, ids.get(AT_ONCE - 1))
            : state.at(Phase.NOTES, ""),
        changes);
  }

  private long eraseTombstones(List<String> ids, ErasureState state, Changeset.Builder changes) {
    String scope = state.request().scope();
    List<Header> headers = ids.isEmpty() ? List.of() : store.headers(ids, Instant.EPOCH);
    long erased = 0;
    for (Header header : headers) {
      boolean isMeant = scope == null || scope.equals(header.scope());
      if (header.isDeleted() && isMeant) {
        erased++;
        changes.dropRun(header.id());
        changes.eraseVersions(header.id());
        rationales(header.id(), state).ifPresent(changes::erase);
      }
    }
    return erased;
  }

  /** All but what erasures themselves have said. */
  private Optional<ErasedRationales> rationales(String id, ErasureState state) {
    List<AuditEntry> log = store.auditLog(id).map(AuditTrail::entries).orElse(List.of());
    List<Integer> entries = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      AuditEntry entry = log.get(i);
      boolean isOurs = ErasureProof.idOf(entry).isPresent() || ErasureProof.of(entry).isPresent();
      if (!entry.rationale().isEmpty() && !isOurs && !id.equals(state.id())) {
        entries.add(i + 1);
      }
    }
    return entries.isEmpty() ? Optional.empty() : Optional.of(new ErasedRationales(id, entries));
  }

  /**
   * Notes about runs that were deleted or pruned before, and whose lessons cannot be taken back any
   * more. A note names the episodes or records that it is about, all of one scope and sensitivity.
   * If all of them are erased, nothing needs it any more.
   */
  private Optional<Key> eraseNotes(ErasureState state, Changeset.Builder changes) {
    List<Key> notes = store.keys(NOTES, state.after(), AT_ONCE);
    Set<String> named =
        notes.stream()
            .flatMap(note -> NamedIds.in(note.value()).stream())
            .collect(Collectors.toSet());
    Map<String, Header> headers =
        named.isEmpty()
            ? Map.of()
            : store.headers(named, Instant.EPOCH).stream()
                .collect(Collectors.toMap(Header::id, header -> header));
    for (Key note : notes) {
      List<Header> of =
          NamedIds.in(note.value()).stream()
              .flatMap(id -> Optional.ofNullable(headers.get(id)).stream())
              .toList();
      if (!of.isEmpty() && of.stream().allMatch(header -> isErased(header, state))) {
        changes.removeKey(note);
        of.forEach(header -> changes.dropRun(header.id()));
      }
    }
    return goOn(
        notes.size() == AT_ONCE
            ? state.at(Phase.NOTES, notes.get(AT_ONCE - 1).name())
            : state.at(Phase.RECEIPTS, ""),
        changes);
  }

  private static boolean isErased(Header header, ErasureState state) {
    String scope = state.request().scope();
    boolean isMeant =
        scope == null ? state.request().ids().contains(header.id()) : scope.equals(header.scope());
    return isMeant
        && header.isDeleted()
        && state.visibility().sees(header.scope(), header.sensitivity());
  }

  /** A receipt names the record of its call. */
  private Optional<Key> eraseReceipts(ErasureState state, Changeset.Builder changes) {
    List<Key> receipts = store.keys(Receipts.PREFIX, state.after(), AT_ONCE);
    Set<String> deleted =
        receipts.isEmpty()
            ? Set.of()
            : store
                .headers(
                    receipts.stream().map(Receipts::recordOf).collect(Collectors.toSet()),
                    Instant.EPOCH)
                .stream()
                .filter(Header::isDeleted)
                .map(Header::id)
                .filter(id -> isErasedBy(state.id(), id))
                .collect(Collectors.toSet());
    List<Key> gone =
        receipts.stream().filter(key -> deleted.contains(Receipts.recordOf(key))).toList();
    gone.forEach(changes::removeKey);
    ErasureState after =
        state.with(Map.of(ErasureCounts.KEYS, (long) gone.size()), AuditHead.NONE, state.place());
    return goOn(
        receipts.size() == AT_ONCE
            ? after.at(Phase.RECEIPTS, receipts.get(AT_ONCE - 1).name())
            : after.at(Phase.ANSWERS, ""),
        changes);
  }

  /**
   * A receipt of an answer names the records that were answered, and has the question with its
   * scopes. One that names anything erased goes.
   */
  private Optional<Key> eraseAnswers(ErasureState state, Changeset.Builder changes) {
    List<Key> receipts = store.keys(AnswerReceipts.PREFIX, state.after(), ANSWERS_AT_ONCE);
    Set<String> named =
        receipts.stream()
            .flatMap(receipt -> NamedIds.in(receipt.value()).stream())
            .collect(Collectors.toSet());
    Set<String> erased =
        named.isEmpty()
            ? Set.of()
            : store.headers(named, Instant.EPOCH).stream()
                .filter(header -> header.isDeleted() && isErasedBy(state.id(), header.id()))
                .map(Header::id)
                .collect(Collectors.toSet());
    List<Key> gone =
        receipts.stream()
            .filter(
                receipt ->
                    quotes(receipt, state)
                        || NamedIds.in(receipt.value()).stream().anyMatch(erased::contains))
            .toList();
    gone.forEach(changes::removeKey);
    ErasureState after =
        state.with(Map.of(ErasureCounts.KEYS, (long) gone.size()), AuditHead.NONE, state.place());
    return goOn(
        receipts.size() == ANSWERS_AT_ONCE
            ? after.at(Phase.ANSWERS, receipts.get(ANSWERS_AT_ONCE - 1).name())
            : after.at(Phase.PROOF, ""),
        changes);
  }

  private static boolean quotes(Key receipt, ErasureState state) {
    String text = receipt.value().toLowerCase(Locale.ROOT);
    return Stream.of(
            Optional.ofNullable(state.request().scope()),
            Optional.ofNullable(state.request().subject()))
        .flatMap(Optional::stream)
        .map(name -> CODEC.write(new JsonString(name.toLowerCase(Locale.ROOT))))
        .anyMatch(json -> text.contains(json.substring(1, json.length() - 1)));
  }

  private boolean isErasedBy(String proofId, String id) {
    return store.auditLog(id).map(AuditTrail::entries).orElse(List.of()).stream()
        .flatMap(entry -> ErasureProof.idOf(entry).stream())
        .anyMatch(proofId::equals);
  }

  private Optional<Key> prove(ErasureState state, Instant now, Changeset.Builder changes) {
    AuditEntry entry = new AuditEntry(AuditAction.DELETE, state.actor(), now, proof(state).text());
    records.bury(state.id(), state.place().scope(), state.place().sensitivity(), entry, changes);
    store.commit(changes.build());
    return Optional.empty();
  }

  static ErasureProof proof(ErasureState state) {
    return new ErasureProof(
        ErasureCounts.records(state.counts()),
        ErasureCounts.learned(state.counts()),
        state.count(ErasureCounts.CHANGED),
        ErasureProof.digest(state.erased()),
        state.request().reason());
  }
}
