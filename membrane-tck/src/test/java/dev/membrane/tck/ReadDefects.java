package dev.membrane.tck;

import static java.util.stream.Collectors.partitioningBy;

import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.search.Terms.RecordCounts;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditHead;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.Statistics;
import dev.membrane.spi.store.StoreReader.Inspection;
import dev.membrane.spi.store.StoredRecord;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Answers gone wrong. */
final class ReadDefects {

  private ReadDefects() {}

  static List<Defect> all() {
    return List.of(
        new Defect(
            "reads records in the order of their ids",
            "records_are_answered_in_the_order_asked_for_each_once_and_unknown_ids_left_out",
            getting(
                found ->
                    found.stream()
                        .sorted(Comparator.comparing((StoredRecord one) -> one.record().id()))
                        .toList())),
        new Defect(
            "cuts instants to milliseconds",
            "a_record_with_as_little_as_possible_reads_back_as_stored",
            reading(ReadDefects::inMilliseconds)),
        new Defect(
            "reads numbers as doubles",
            "a_record_with_every_member_set_reads_back_as_stored",
            reading(ReadDefects::withDoubles)),
        new Defect(
            "sorts the members of JSON objects",
            "a_record_with_every_member_set_reads_back_as_stored",
            reading(ReadDefects::withSortedMembers)),
        new Defect(
            "forgets where the anchor was",
            "a_replacement_reads_back_with_the_next_version",
            reading(
                one ->
                    new StoredRecord(
                        one.record(),
                        one.version(),
                        new Anchor(one.anchor().salience(), Samples.START),
                        one.head()))),
        new Defect(
            "reads the records of one question one by one",
            "readers_see_whole_commits_only",
            OneByOne::new),
        new Defect(
            "carries whole audit logs about",
            "a_record_carries_its_whole_log_up_to_the_excerpt_s_size_then_both_ends",
            WholeLogs::new),
        new Defect(
            "forgets the nonces of audit entries",
            "a_link_reads_back_as_stored",
            trailing(ReadDefects::withoutNonces)),
        new Defect(
            "does not know the last link",
            "a_record_tells_the_hash_of_its_last_link",
            reading(one -> new StoredRecord(one.record(), one.version(), one.anchor(), ""))),
        new Defect(
            "leaves the record out of its trail",
            "a_trail_has_the_record_as_it_is_now",
            trailing(trail -> with(trail, null, trail.links()))),
        new Defect(
            "forgets where a deleted record was",
            "the_trail_of_a_deleted_record_keeps_its_scope_and_sensitivity",
            trailing(
                trail ->
                    new AuditTrail(
                        trail.id(),
                        null,
                        trail.sensitivity(),
                        trail.stored(),
                        null,
                        trail.links(),
                        trail.nonce()))),
        new Defect(
            "scans records that are there only",
            "trails_come_page_by_page_in_the_order_of_the_ids_deleted_ones_included",
            scanning(ReadDefects::withoutDeleted)),
        new Defect(
            "counts those records in a head that are there",
            "the_head_of_a_scope_is_the_sum_of_its_trails_whatever_was_done_to_them",
            ForgetfulHeads::new),
        new Defect(
            "shows what is committed meanwhile",
            "what_is_committed_during_an_inspection_is_not_shown",
            ShownPageByPage::new),
        new Defect(
            "tells its records in the order of their ids",
            "records_and_deleted_ones_are_told_in_the_order_of_arrival",
            ToldById::new),
        new Defect(
            "tells what is committed meanwhile",
            "what_is_committed_while_it_is_told_is_not_told",
            ToldById::new),
        new Defect(
            "scans backwards",
            "trails_come_page_by_page_in_the_order_of_the_ids_deleted_ones_included",
            scanning(ReadDefects::backwards)),
        new Defect(
            "begins each page with the last of the one before",
            "trails_come_page_by_page_in_the_order_of_the_ids_deleted_ones_included",
            Repeating::new),
        new Defect(
            "scans without a limit",
            "trails_come_page_by_page_in_the_order_of_the_ids_deleted_ones_included",
            Endless::new),
        new Defect(
            "loses the audit log of deleted records",
            "the_log_of_a_deleted_record_stays",
            LosesLogs::new),
        new Defect(
            "reads together no log of a deleted record",
            "logs_are_read_together_as_they_are_read_alone",
            LosesLogsTogether::new),
        new Defect(
            "answers with the newest audit entry first",
            "entries_are_appended_in_the_order_of_the_commits_and_within_them",
            NewestFirst::new),
        new Defect(
            "counts terms in everybody's records",
            "statistics_count_what_the_caller_sees_in_full_whatever_its_type_or_status",
            CountsEverybody::new),
        new Defect(
            "counts only records that have terms",
            "statistics_count_what_the_caller_sees_in_full_whatever_its_type_or_status",
            CountsWordy::new),
        new Defect(
            "says of early work that it is due",
            "rows_are_due_from_their_instant_on_to_the_microsecond",
            DueEarly::new),
        new Defect(
            "has its own order of work",
            "due_rows_come_earliest_first_then_by_the_id_of_the_record_up_to_the_limit",
            DueByItem::new),
        new Defect(
            "counts only work that is due",
            "the_rows_of_a_queue_are_counted_whether_they_are_due_or_not",
            CountsDue::new),
        new Defect(
            "finds only work that is due",
            "the_rows_about_some_items_are_found_whether_they_are_due_or_not",
            FindsDue::new),
        new Defect(
            "counts salience as of the anchor",
            "salience_is_counted_in_five_bands_of_its_live_value",
            FrozenFigures::new),
        new Defect("works on when it is closed", "a_closed_store_is_unavailable", NeverCloses::new),
        new Defect("cannot be closed twice", "closing_twice_does_nothing_more", ClosesOnce::new),
        new Defect(
            "forgets everything when it is closed",
            "a_reopened_store_answers_everything_as_before",
            DelegatingStore::new),
        new Defect(
            "forgets its promises when it is closed",
            "a_reopened_store_keeps_its_promises",
            DelegatingStore::new));
  }

  private static Supplier<DelegatingStore> getting(UnaryOperator<List<StoredRecord>> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<StoredRecord> get(Collection<String> ids) {
            return wrong.apply(super.get(ids));
          }
        };
  }

  private static Supplier<DelegatingStore> reading(UnaryOperator<StoredRecord> wrong) {
    return getting(found -> found.stream().map(wrong).toList());
  }

  private static StoredRecord inMilliseconds(StoredRecord one) {
    MemoryRecord record = one.record();
    Instant cut = record.createdAt().truncatedTo(ChronoUnit.MILLIS);
    return new StoredRecord(
        record.toBuilder().createdAt(cut).build(), one.version(), one.anchor(), one.head());
  }

  private static StoredRecord withDoubles(StoredRecord one) {
    return withObject(
        one,
        object -> {
          Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
          members.replaceAll((name, value) -> name.equals("numbers") ? doubles(value) : value);
          return new JsonObject(members);
        });
  }

  private static JsonValue doubles(JsonValue numbers) {
    return JsonValue.of(
        ((JsonArray) numbers)
            .items().stream()
                .map(number -> ((JsonNumber) number).doubleValue())
                .map(number -> Math.min(number, Double.MAX_VALUE))
                .toList());
  }

  private static StoredRecord withSortedMembers(StoredRecord one) {
    return withObject(one, object -> new JsonObject(new TreeMap<>(object.members())));
  }

  private static StoredRecord withObject(StoredRecord one, UnaryOperator<JsonObject> edit) {
    if (!(one.record().payload() instanceof SemanticPayload fact)
        || !(fact.object() instanceof JsonObject object)) {
      return one;
    }
    SemanticPayload edited =
        new SemanticPayload(
            fact.subject(),
            fact.predicate(),
            edit.apply(object),
            fact.validity(),
            fact.evidence(),
            fact.revisionPolicy(),
            fact.revision());
    MemoryRecord record = one.record().toBuilder().payload(edited).build();
    return new StoredRecord(record, one.version(), one.anchor(), one.head());
  }

  /** Reads the trails page by page, by id, and whatever is there by then. */
  private static final class ToldById extends DelegatingStore {

    @Override
    public Optional<Contents> contents() {
      return Optional.of(this::tell);
    }

    private void tell(Contents.ContentsListener listener) {
      listener.begin(auditLogs("", 1_000).size());
      Map<Boolean, List<AuditTrail>> byPresence =
          auditLogs("", 1_000).stream().collect(partitioningBy(trail -> trail.stored() != null));
      for (boolean isThere : List.of(true, false)) {
        byPresence
            .get(isThere)
            .forEach(trail -> listener.kept(new Contents.Kept(trail, List.of(), List.of(), null)));
      }
    }
  }

  private static final class OneByOne extends DelegatingStore {

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      List<StoredRecord> found = new ArrayList<>();
      for (String id : ids) {
        found.addAll(super.get(List.of(id)));
        LockSupport.parkNanos(1_000_000);
      }
      return found;
    }
  }

  private static final class WholeLogs extends DelegatingStore {

    @Override
    public List<StoredRecord> get(Collection<String> ids) {
      return super.get(ids).stream()
          .map(
              one ->
                  new StoredRecord(
                      one.record().withAuditLog(wholeLog(one.record().id())),
                      one.version(),
                      one.anchor(),
                      one.head()))
          .toList();
    }

    private List<AuditEntry> wholeLog(String id) {
      return auditLog(id).orElseThrow().entries();
    }
  }

  private static final class LosesLogs extends DelegatingStore {

    @Override
    public Optional<AuditTrail> auditLog(String id) {
      return super.auditLog(id).filter(trail -> trail.stored() != null);
    }
  }

  private static final class LosesLogsTogether extends DelegatingStore {

    @Override
    public List<AuditTrail> auditLogs(Collection<String> ids) {
      return super.auditLogs(ids).stream().filter(trail -> trail.stored() != null).toList();
    }
  }

  private static final class NewestFirst extends DelegatingStore {

    @Override
    public Optional<AuditTrail> auditLog(String id) {
      return super.auditLog(id)
          .map(
              trail -> {
                List<AuditLink> reversed = new ArrayList<>(trail.links());
                Collections.reverse(reversed);
                return with(trail, trail.stored(), reversed);
              });
    }
  }

  private static AuditTrail with(AuditTrail trail, StoredRecord stored, List<AuditLink> links) {
    return new AuditTrail(
        trail.id(),
        trail.scope(),
        trail.sensitivity(),
        stored,
        trail.damage(),
        links,
        trail.nonce());
  }

  private static Supplier<DelegatingStore> trailing(UnaryOperator<AuditTrail> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public Optional<AuditTrail> auditLog(String id) {
            return super.auditLog(id).map(wrong);
          }
        };
  }

  private static Supplier<DelegatingStore> scanning(UnaryOperator<List<AuditTrail>> wrong) {
    return () ->
        new DelegatingStore() {
          @Override
          public List<AuditTrail> auditLogs(String after, int limit) {
            return wrong.apply(super.auditLogs(after, limit));
          }
        };
  }

  private static final class Repeating extends DelegatingStore {

    @Override
    public List<AuditTrail> auditLogs(String after, int limit) {
      List<AuditTrail> page = new ArrayList<>();
      auditLog(after).ifPresent(page::add);
      page.addAll(super.auditLogs(after, limit));
      return page.subList(0, Math.min(limit, page.size()));
    }
  }

  private static final class Endless extends DelegatingStore {

    @Override
    public List<AuditTrail> auditLogs(String after, int limit) {
      return super.auditLogs(after, Integer.MAX_VALUE);
    }
  }

  private static final class ForgetfulHeads extends DelegatingStore {

    @Override
    public void inspect(Inspection inspection) {
      Map<String, AuditHead> heads = new HashMap<>();
      for (AuditTrail trail : auditLogs("", 1_000)) {
        if (trail.stored() != null) {
          AuditHead one = AuditHead.of(trail.id(), trail.stored().head());
          heads.merge(String.valueOf(trail.scope()), one, AuditHead::plus);
        }
      }
      heads.forEach((scope, head) -> inspection.head(scope.equals("null") ? null : scope, head));
      auditLogs("", 1_000).forEach(inspection::trail);
    }
  }

  private static final class ShownPageByPage extends DelegatingStore {

    @Override
    public void inspect(Inspection inspection) {
      List<AuditTrail> page = auditLogs("", 10);
      while (!page.isEmpty()) {
        page.forEach(inspection::trail);
        page = auditLogs(page.get(page.size() - 1).id(), 10);
      }
    }
  }

  private static AuditTrail withoutNonces(AuditTrail trail) {
    return with(
        trail,
        trail.stored(),
        trail.links().stream()
            .map(
                link ->
                    new AuditLink(
                        link.entry(), "", link.rationaleHash(), link.contentHash(), link.hash()))
            .toList());
  }

  private static List<AuditTrail> withoutDeleted(List<AuditTrail> trails) {
    return trails.stream().filter(trail -> trail.stored() != null).toList();
  }

  private static List<AuditTrail> backwards(List<AuditTrail> trails) {
    List<AuditTrail> reversed = new ArrayList<>(trails);
    Collections.reverse(reversed);
    return reversed;
  }

  private static final class CountsEverybody extends DelegatingStore {

    @Override
    public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
      return super.termStatistics(Visibility.ALL, terms);
    }
  }

  private static final class CountsWordy extends DelegatingStore {

    @Override
    public RecordCounts termStatistics(Visibility visibility, Collection<String> terms) {
      RecordCounts sound = super.termStatistics(visibility, terms);
      return new RecordCounts(2, sound.totalLength(), sound.recordsByTerm());
    }
  }

  private static final class DueEarly extends DelegatingStore {

    @Override
    public List<QueueRow> due(String queue, Instant at, int limit) {
      return super.due(queue, at.plusNanos(1000), limit);
    }
  }

  private static final class DueByItem extends DelegatingStore {

    @Override
    public List<QueueRow> due(String queue, Instant at, int limit) {
      return super.due(queue, at, Integer.MAX_VALUE).stream()
          .sorted(Comparator.comparing(QueueRow::item))
          .limit(limit)
          .toList();
    }
  }

  private static final class CountsDue extends DelegatingStore {

    @Override
    public long queued(String queue) {
      return due(queue, Samples.START, Integer.MAX_VALUE).size();
    }
  }

  private static final class FindsDue extends DelegatingStore {

    @Override
    public List<QueueRow> rows(String queue, Collection<String> items) {
      return super.rows(queue, items).stream()
          .filter(row -> !row.dueAt().isAfter(Samples.START))
          .toList();
    }
  }

  private static final class FrozenFigures extends DelegatingStore {

    @Override
    public Statistics statistics(Instant at) {
      return super.statistics(Samples.START);
    }
  }

  private static final class NeverCloses extends DelegatingStore {

    @Override
    public void close() {}
  }

  private static final class ClosesOnce extends DelegatingStore {

    @Override
    public void close() {
      check();
      super.close();
    }
  }
}
