package dev.membrane.internal.ingest;

import dev.membrane.Caller;
import dev.membrane.IngestAnswer.IngestResult;
import dev.membrane.IngestOptions;
import dev.membrane.Permission;
import dev.membrane.internal.access.Authorship;
import dev.membrane.internal.change.RecordChanges;
import dev.membrane.internal.change.Write;
import dev.membrane.internal.episode.EpisodeParts;
import dev.membrane.internal.text.RecordText;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ValidationException;
import dev.membrane.schema.json.JsonWeight;
import dev.membrane.schema.json.RecordCodec;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Turns events and tool calls into episodes. Without an episode key, each becomes a record of its
 * own. With one, all of a run are collected together until its outcome is known. Thread-safe.
 *
 * <p>The commit that records the outcome ends an episode. From then on nothing is open under the
 * key, and the next call under it begins another episode and takes the key over.
 *
 * <p>Every append reads and writes the whole record. So a record takes no more once an append would
 * take long, and the episode goes on in another record under the same key. An event that is too
 * large gets a record of its own, next to the one that small events are appended to.
 *
 * <p>Only the caller who began an episode can raise its level, and so hide it from those who see
 * it. If somebody else adds something above its level, that goes to a record next to it, under the
 * same key. Such a record takes nothing from other levels, and nothing of later runs. When the
 * episode has ended, it takes no more from anybody but the caller who began it.
 */
final class Episodes {

  static final int MAX_EVENTS = 1_000;

  /** The {@link JsonWeight} of a record without the audit log, which is kept apart. */
  static final int MAX_BYTES = 96 * 1024;

  /** Characters that are found by words, for these cost more than others. */
  static final int MAX_TEXT = 20 * 1024;

  private static final RecordCodec CODEC = new RecordCodec();

  private final MemoryStore store;
  private final RecordChanges records;
  private final EpisodeParts parts;
  private final Supplier<String> ids;

  Episodes(MemoryStore store, RecordChanges records, Supplier<String> ids) {
    this.store = store;
    this.records = records;
    this.parts = new EpisodeParts(store);
    this.ids = ids;
  }

  IngestPlan add(EpisodePart part, Caller caller) {
    IngestOptions options = part.intake().options();
    String key = options.episode();
    if (key == null || key.isEmpty()) {
      return IngestPlan.of(records.inserting(part.begin(ids.get())), IngestResult.CREATED);
    }
    OpenEpisodes running = new OpenEpisodes(store, options.scope(), key, caller);
    Optional<StoredRecord> open = placeOf(part, running, caller);
    checkDependencies(part, open, running, caller);
    if (open.isEmpty()) {
      return IngestPlan.of(begin(part, running), IngestResult.CREATED);
    }
    StoredRecord last = open.get();
    boolean changesPolicy = part.changesPolicyOf(last.record());
    if (changesPolicy && !isBegunBy(caller, last)) {
      caller.require(
          Permission.REVISE,
          "deletion_policy",
          "changing the deletion_policy of another's episode");
    }
    MemoryRecord after = part.appendTo(last.record());
    IngestPlan added =
        isFull(after)
            ? IngestPlan.of(goOn(part, last, running), IngestResult.CREATED)
            : IngestPlan.of(append(after, last, running), IngestResult.APPENDED);
    if (changesPolicy) {
      keepOthers(part, last, caller, added.write().changes());
    }
    return added;
  }

  /** The deletion policy holds for the whole episode, so its other records get it too. */
  private void keepOthers(
      EpisodePart part, StoredRecord last, Caller caller, Changeset.Builder changes) {
    AuditEntry entry = part.policyEntry();
    for (StoredRecord other : parts.of(last, caller.visibility())) {
      MemoryRecord record = other.record();
      if (!record.id().equals(last.record().id()) && part.changesPolicyOf(record)) {
        MemoryRecord kept = RecordChanges.logged(part.kept(record), entry).build();
        records.replace(other, kept, other.anchor(), changes);
      }
    }
  }

  /**
   * The open record that a part goes to: one that need not be raised, or the writer's own, or what
   * is next to it.
   */
  private Optional<StoredRecord> placeOf(EpisodePart part, OpenEpisodes running, Caller caller) {
    Sensitivity level = part.level();
    List<StoredRecord> episodes = running.episodes();
    return episodes.stream()
        .filter(stored -> stored.record().sensitivity().covers(level))
        .findFirst()
        .or(() -> episodes.stream().filter(stored -> isBegunBy(caller, stored)).findFirst())
        .or(
            () ->
                running
                    .beside(level)
                    .filter(
                        stored ->
                            episodes.isEmpty()
                                ? isBegunBy(caller, stored)
                                : isOfRun(stored, episodes.get(0))))
        .or(() -> running.writtenAbove(level));
  }

  /** What is next to a run began in it; what is older was next to the run before. */
  private static boolean isOfRun(StoredRecord beside, StoredRecord episode) {
    return !beside.record().createdAt().isBefore(episode.record().createdAt());
  }

  private boolean isBegunBy(Caller caller, StoredRecord part) {
    return caller.equals(Caller.ANONYMOUS)
        || parts
            .beginner(part, caller.visibility())
            .filter(maker -> Authorship.isMaker(caller, maker))
            .isPresent();
  }

  private void checkDependencies(
      EpisodePart part, Optional<StoredRecord> open, OpenEpisodes running, Caller caller) {
    if (!part.isContentWith(open.stream().toList())
        && !part.isContentWith(all(open, running, caller))) {
      throw new ValidationException("depends_on", "must name tool nodes of the same episode");
    }
  }

  /** Everything under the key that belongs to the running episode. */
  private List<StoredRecord> all(Optional<StoredRecord> open, OpenEpisodes running, Caller caller) {
    return Stream.concat(open.stream(), running.seen().stream())
        .flatMap(stored -> parts.of(stored, caller.visibility()).stream())
        .filter(stored -> caller.visibility().sees(stored.record()))
        .toList();
  }

  private Write begin(EpisodePart part, OpenEpisodes running) {
    Write write = records.inserting(part.begin(ids.get()));
    running.open(write.record(), write.changes());
    return write;
  }

  private Write append(MemoryRecord after, StoredRecord open, OpenEpisodes running) {
    Anchor anchor = new Anchor(after.salience(), after.updatedAt());
    Write write = records.replacing(open, after, anchor);
    if (after.sensitivity() != open.record().sensitivity()) {
      running.move(after, write.changes());
    }
    return write;
  }

  /** The record before is changed too, so that an outcome at the same time is noticed. */
  private Write goOn(EpisodePart part, StoredRecord full, OpenEpisodes running) {
    AdmittedCandidate intake = part.intake();
    MemoryRecord before = full.record();
    MemoryRecord next = part.goOn(ids.get(), before, parts.relation(before, intake.now()));
    Write write = records.inserting(next);
    AuditEntry entry = intake.entry(AuditAction.REVISE, EpisodeParts.continued(next.id()));
    MemoryRecord left = RecordChanges.logged(part.kept(before), entry).build();
    records.replace(full, left, full.anchor(), write.changes());
    boolean goesOnInNext = !isFull(next);
    parts.add(before, goesOnInNext, next, write.changes());
    if (goesOnInNext) {
      running.goOn(before, next, write.changes());
    }
    return write;
  }

  private boolean isFull(MemoryRecord episode) {
    return ((EpisodicPayload) episode.payload()).timeline().size() > MAX_EVENTS
        || RecordText.textOf(episode).length() > MAX_TEXT
        || JsonWeight.of(CODEC.encodeUtf8(episode.withAuditLog(List.of()))) > MAX_BYTES;
  }
}
