package dev.membrane.internal.access;

import dev.membrane.Caller;
import dev.membrane.internal.keys.EngineActors;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceRef;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RecordView;
import dev.membrane.schema.Relation;
import dev.membrane.schema.RevisablePayload;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoreReader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hides from a caller what records say about other records that the caller does not see in full,
 * deleted ones included: relations, links of revisions, sources and evidence that name such a
 * record. An audit entry that names one, or that was written when one of these was made, keeps only
 * what was done and when, and so does that of a fork: the record does not tell which one was made,
 * and the fork's own log has the same actor and rationale. Texts are searched only for ids. In a
 * rationale an id that no record ever had, but might have been given, counts as one that is not
 * seen: otherwise two callers could write an id and learn, from what is then hidden of the other
 * one's entry, whether there is such a record. In sources and evidence, which name much else by
 * ids, it counts as plain text, and so does the source from which an entry says that it came in.
 * Entries that the caller wrote are shown whatever they name, and so are the sources and evidence
 * of a record into which nobody else has brought any. Immutable.
 *
 * <p>This is decided when a record is read, since the record that is named may become more
 * sensitive later.
 */
public final class Withholding {

  private static final Withholding OF_NOTHING =
      new Withholding("", Set.of(), Set.of(), id -> List.of());

  /** How the rationale of an entry begins whose source came in by ingestion. */
  public static final String INGESTED = "Ingested ";

  /** How the rationale of an entry begins whose source was added to an episode. */
  public static final String APPENDED = "Appended ";

  private static final Set<AuditAction> REPLACING =
      EnumSet.of(AuditAction.REVISE, AuditAction.MERGE);

  private final String reader;

  /** What is named and not seen. */
  private final Set<String> hidden;

  /** What rationales name and no record ever was, though it might have been. */
  private final Set<String> unknown;

  /** The whole audit log of a record. */
  private final Function<String, List<AuditEntry>> logs;

  private Withholding(
      String reader,
      Set<String> hidden,
      Set<String> unknown,
      Function<String, List<AuditEntry>> logs) {
    this.reader = reader;
    this.hidden = hidden;
    this.unknown = unknown;
    this.logs = logs;
  }

  /**
   * Looks up all that some records name: in one question to the store, or in none. What cannot be
   * read is hidden: nobody can tell who may know of it.
   *
   * @param visibility what the caller sees in this call
   * @param store a {@link ReadableStore#strict} one: another does not tell a record that cannot be
   *     read from one that never was
   */
  public static Withholding from(
      Collection<? extends RecordView> views,
      Caller caller,
      Visibility visibility,
      StoreReader store) {
    return from(views, List.of(), caller, visibility, store);
  }

  /** As {@link #from(Collection, Caller, Visibility, StoreReader)}, of audit links as well. */
  public static Withholding from(
      Collection<? extends RecordView> views,
      Collection<AuditLink> links,
      Caller caller,
      Visibility visibility,
      StoreReader store) {
    if (visibility.seesAll()) {
      return OF_NOTHING;
    }
    Set<String> named = named(views, links);
    Set<String> unknown = new HashSet<>(named);
    unknown.retainAll(quoted(views, links));
    Set<String> hidden = named.isEmpty() ? Set.of() : hidden(named, unknown, visibility, store);
    return new Withholding(caller.name(), hidden, unknown, id -> entries(store, id));
  }

  /** What is named and not seen; takes out of the unknown ids those that are known. */
  private static Set<String> hidden(
      Set<String> named, Set<String> unknown, Visibility visibility, StoreReader store) {
    Set<String> hidden = new HashSet<>();
    DamagedRecords.readable(
            named,
            ids -> store.headers(ids, Instant.EPOCH),
            unreadable -> hidden.add(unreadable.id()))
        .stream()
        .peek(header -> unknown.remove(header.id()))
        .filter(header -> !visibility.sees(header.scope(), header.sensitivity()))
        .forEach(header -> hidden.add(header.id()));
    unknown.removeAll(hidden);
    return hidden;
  }

  /** The ids in rationales that the server might have given a record. */
  private static Set<String> quoted(
      Collection<? extends RecordView> views, Collection<AuditLink> links) {
    Set<String> reporters = new HashSet<>();
    Set<String> quoted = new HashSet<>();
    for (RecordView view : views) {
      if (view instanceof MemoryRecord record) {
        record
            .provenance()
            .sources()
            .forEach(source -> NamedIds.addTo(reporters, source.createdBy()));
      }
    }
    for (RecordView view : views) {
      if (view instanceof MemoryRecord record) {
        record.auditLog().forEach(entry -> addQuoted(quoted, entry, reporters));
      }
    }
    links.forEach(link -> addQuoted(quoted, link.entry(), reporters));
    quoted.removeIf(id -> !NamedIds.isOfServer(id));
    return quoted;
  }

  /** The words of an ingestion are not enough, as anybody may write them: there is the source. */
  private static void addQuoted(Set<String> quoted, AuditEntry entry, Set<String> reporters) {
    String rationale = entry.rationale();
    Set<String> named = NamedIds.in(rationale);
    if (rationale.startsWith(INGESTED) || rationale.startsWith(APPENDED)) {
      named.removeAll(reporters);
    }
    quoted.addAll(named);
  }

  private static List<AuditEntry> entries(StoreReader store, String id) {
    return store.auditLog(id).stream()
        .flatMap(trail -> trail.links().stream())
        .map(AuditLink::entry)
        .toList();
  }

  private static Set<String> named(
      Collection<? extends RecordView> views, Collection<AuditLink> links) {
    Set<String> named = new HashSet<>();
    Set<String> own = new HashSet<>();
    for (RecordView view : views) {
      if (view instanceof MemoryRecord record) {
        own.add(record.id());
        NamedIds.addTo(named, record);
      }
    }
    links.forEach(link -> NamedIds.addTo(named, link.entry().rationale()));
    // They are answered in full, so they are seen.
    named.removeAll(own);
    return named;
  }

  /** What is shown of a record. */
  public RecordView of(RecordView view) {
    return view instanceof MemoryRecord record ? of(record) : view;
  }

  /** What is shown of a record that is seen in full. */
  public MemoryRecord of(MemoryRecord record) {
    if (hidesNothingOf(record.auditLog().stream())) {
      return record;
    }
    Set<Instant> made = made(record, record.auditLog());
    boolean isOwn = isOwn(record);
    return record.toBuilder()
        .relations(
            record.relations().stream().filter(relation -> !isHidden(relation.targetId())).toList())
        .provenance(isOwn ? record.provenance() : shown(record.provenance()))
        .payload(shown(record.payload(), isOwn))
        .auditLog(record.auditLog().stream().map(entry -> shown(entry, made)).toList())
        .build();
  }

  /**
   * What is shown of an audit log.
   *
   * @param record whose log it is; null if it is deleted
   */
  public List<AuditLink> of(List<AuditLink> links, @Nullable MemoryRecord record) {
    if (hidesNothingOf(links.stream().map(AuditLink::entry))) {
      return links;
    }
    List<AuditEntry> entries = links.stream().map(AuditLink::entry).toList();
    Set<Instant> made = record == null ? Set.of() : made(record, entries);
    return links.stream().map(link -> shown(link, made)).toList();
  }

  /** Whether nothing is hidden of a record with these entries, as of nearly all. */
  private boolean hidesNothingOf(Stream<AuditEntry> log) {
    return this == OF_NOTHING
        || (hidden.isEmpty()
            && unknown.isEmpty()
            && log.noneMatch(entry -> entry.action() == AuditAction.FORK));
  }

  private static AuditEntry withheld(AuditEntry entry) {
    return new AuditEntry(entry.action(), "", entry.timestamp(), "");
  }

  private AuditEntry shown(AuditEntry entry, Set<Instant> made) {
    return isShown(entry, made) ? entry : withheld(entry);
  }

  /** From the nonce and its hash a short rationale could be guessed. */
  private AuditLink shown(AuditLink link, Set<Instant> made) {
    return isShown(link.entry(), made)
        ? link
        : new AuditLink(withheld(link.entry()), "", "", "", link.hash());
  }

  /**
   * Whether nobody but the reader has brought sources or evidence into it. The whole log is asked
   * only where it matters, and where the record does not tell: it has an excerpt, and a version has
   * none.
   */
  private boolean isOwn(MemoryRecord record) {
    List<AuditEntry> log = record.auditLog();
    boolean isWhole = !log.isEmpty() && log.size() < StoredRecord.AUDIT_EXCERPT;
    return areOwn(log)
        && (isWhole || !isNamedBySource(record) || isOwnLog(logs.apply(record.id())));
  }

  private boolean isOwnLog(List<AuditEntry> log) {
    return !log.isEmpty() && areOwn(log);
  }

  private boolean areOwn(List<AuditEntry> log) {
    return log.stream().allMatch(entry -> entry.actor().equals(reader) || bringsNothing(entry));
  }

  /** Whether it can only have moved the salience, as anybody may. */
  private static boolean bringsNothing(AuditEntry entry) {
    return entry.action() == AuditAction.DECAY
        || (entry.action() == AuditAction.REINFORCE
            && !entry.rationale().startsWith(INGESTED)
            && !EngineActors.isOne(entry.actor()));
  }

  private boolean isNamedBySource(MemoryRecord record) {
    return record.provenance().sources().stream().anyMatch(this::isHiding)
        || (record.payload() instanceof SemanticPayload fact
            && fact.evidence().stream().anyMatch(each -> isNamedIn(each.sourceId())));
  }

  private boolean isShown(AuditEntry entry, Set<Instant> made) {
    return entry.actor().equals(reader) || isQuiet(entry, made);
  }

  private boolean isQuiet(AuditEntry entry, Set<Instant> made) {
    return entry.action() != AuditAction.FORK
        && !made.contains(entry.timestamp())
        && NamedIds.in(entry.rationale()).stream()
            .noneMatch(id -> isHidden(id) || unknown.contains(id));
  }

  /**
   * When links of a record to what is hidden were made: the entries of that instant have the actor
   * and the rationale of that other record's too.
   */
  private Set<Instant> made(MemoryRecord record, List<AuditEntry> entries) {
    Set<Instant> made = new HashSet<>();
    for (Relation relation : record.relations()) {
      if (isHidden(relation.targetId()) && relation.createdAt() != null) {
        made.add(relation.createdAt());
      }
    }
    RevisionState revision = record.revision();
    if (revision != null && isHidden(revision.supersededBy())) {
      // Whoever replaced it was the last to revise it. When their record was made is not always
      // known.
      entries.stream()
          .filter(entry -> REPLACING.contains(entry.action()))
          .map(AuditEntry::timestamp)
          .max(Comparator.naturalOrder())
          .ifPresent(made::add);
    }
    return made;
  }

  private boolean isHidden(@Nullable String id) {
    return id != null && hidden.contains(id);
  }

  private boolean isNamedIn(@Nullable String text) {
    return text != null && NamedIds.in(text).stream().anyMatch(this::isHidden);
  }

  private boolean isHiding(ProvenanceSource source) {
    return isNamedIn(source.ref()) || isNamedIn(source.createdBy());
  }

  private Provenance shown(Provenance provenance) {
    List<ProvenanceSource> sources =
        provenance.sources().stream().filter(source -> !isHiding(source)).toList();
    return new Provenance(sources, provenance.createdBy());
  }

  private Payload shown(Payload payload, boolean isOwn) {
    Payload unlinked = payload;
    RevisionState revision = payload.revision();
    if (payload instanceof RevisablePayload revisable && revision != null) {
      unlinked = revisable.withRevision(shown(revision));
    }
    if (!isOwn && unlinked instanceof SemanticPayload fact) {
      List<ProvenanceRef> evidence =
          fact.evidence().stream().filter(each -> !isNamedIn(each.sourceId())).toList();
      return fact.withEvidence(evidence);
    }
    return unlinked;
  }

  private RevisionState shown(RevisionState revision) {
    return new RevisionState(
        isHidden(revision.supersedes()) ? null : revision.supersedes(),
        isHidden(revision.supersededBy()) ? null : revision.supersededBy(),
        revision.status());
  }
}
