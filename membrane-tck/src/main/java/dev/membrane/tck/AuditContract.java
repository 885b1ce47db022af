package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.ErasedRationales;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.search.Visibility;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What was done to a record is never forgotten. */
interface AuditContract extends StoreUnderTest {

  @Test
  default void entries_are_appended_in_the_order_of_the_commits_and_within_them() {
    Sample sample = new Samples().fact().logging(numbered(0, 2));
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.logging(numbered(2, 5)).replace(1));
    Writing.commit(store(), sample.logging().replace(2));
    Writing.commit(store(), sample.logging(numbered(5, 6)).replace(3));
    assertThat(entries(sample.id())).containsExactly(numbered(0, 6));
    assertThat(carried(sample)).containsExactly(numbered(0, 6));
  }

  @Test
  default void an_entry_reads_back_as_stored() {
    List<AuditEntry> entries = new ArrayList<>();
    for (AuditAction action : AuditAction.values()) {
      entries.add(
          new AuditEntry(
              action, Payloads.ODD_TEXT, Samples.START.plusNanos(1000), Payloads.ODD_TEXT));
    }
    entries.add(new AuditEntry(AuditAction.DECAY, "", Samples.START.minusSeconds(9), ""));
    Sample sample = new Samples().fact().logging(entries.toArray(AuditEntry[]::new));
    Writing.insert(store(), sample);
    assertThat(entries(sample.id())).isEqualTo(entries);
  }

  @Test
  default void a_record_carries_its_whole_log_up_to_the_excerpt_s_size_then_both_ends() {
    Sample sample = new Samples().fact().logging(numbered(0, StoredRecord.AUDIT_EXCERPT));
    Writing.insert(store(), sample);
    assertThat(carried(sample)).containsExactly(numbered(0, StoredRecord.AUDIT_EXCERPT));
    Writing.commit(store(), sample.logging(numbered(40, 41)).replace(1));
    assertThat(carried(sample)).isEqualTo(ends(41));
    Writing.commit(store(), sample.logging(numbered(41, 97)).replace(2));
    assertThat(carried(sample)).isEqualTo(ends(97));
    assertThat(entries(sample.id())).containsExactly(numbered(0, 97));
  }

  @Test
  default void the_log_of_a_deleted_record_stays() {
    Sample sample = new Samples().fact().logging(numbered(0, 50));
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.logging(numbered(50, 52)).delete(1));
    assertThat(entries(sample.id())).containsExactly(numbered(0, 52));
  }

  @Test
  default void erased_rationales_are_empty_and_the_rest_of_a_log_stays() {
    List<AuditLink> links = List.of(link("one"), link("two"), link("three"));
    Samples samples = new Samples();
    Sample sample = samples.fact().linked(links);
    Sample other = samples.fact().linked(links);
    Writing.insert(store(), sample, other);
    store()
        .commit(
            Changeset.builder().erase(new ErasedRationales(sample.id(), List.of(1, 3))).build());
    assertThat(log(sample.id()))
        .containsExactly(
            withoutRationale(links.get(0)), links.get(1), withoutRationale(links.get(2)));
    assertThat(carried(sample))
        .extracting(AuditEntry::rationale)
        .containsExactly("", links.get(1).entry().rationale(), "");
    assertThat(log(other.id())).isEqualTo(links);
    store()
        .commit(
            Changeset.builder()
                .change(sample.linked(List.of(link("last"))).delete(1))
                .erase(ErasedRationales.all(sample.id()))
                .erase(ErasedRationales.all(samples.id()))
                .build());
    assertThat(log(sample.id()))
        .containsExactly(
            withoutRationale(links.get(0)),
            withoutRationale(links.get(1)),
            withoutRationale(links.get(2)),
            link("last"));
    store().commit(Changeset.builder().erase(ErasedRationales.all(sample.id())).build());
    assertThat(log(sample.id())).last().isEqualTo(withoutRationale(link("last")));
  }

  private static AuditLink withoutRationale(AuditLink link) {
    AuditEntry entry = link.entry();
    return new AuditLink(
        new AuditEntry(entry.action(), entry.actor(), entry.timestamp(), ""),
        "",
        link.rationaleHash(),
        link.contentHash(),
        link.hash());
  }

  @Test
  default void deleted_records_are_listed_in_the_order_of_their_ids() {
    Samples samples = new Samples();
    Sample first = samples.fact().scope("here");
    Sample second = samples.fact().scope("here");
    Sample elsewhere = samples.fact().scope("there");
    Sample alive = samples.fact().scope("here");
    Writing.insert(store(), first, second, elsewhere, alive);
    Writing.commit(store(), first.delete(1), second.delete(1), elsewhere.delete(1));
    Visibility here = new Visibility(Sensitivity.HYPER, Set.of("here"));
    List<String> ids = Stream.of(first.id(), second.id()).sorted().toList();
    assertThat(store().deleted(here, "", 9)).isEqualTo(ids);
    assertThat(store().deleted(here, "", 1)).isEqualTo(ids.subList(0, 1));
    assertThat(store().deleted(here, ids.get(0), 9)).isEqualTo(ids.subList(1, 2));
    assertThat(store().deleted(Visibility.ALL, "", 9)).hasSize(3);
    Visibility nowhere = new Visibility(Sensitivity.HYPER, Set.of("nowhere"));
    assertThat(store().deleted(nowhere, "", 9)).isEmpty();
  }

  @Test
  default void each_record_has_a_log_of_its_own() {
    Samples samples = new Samples();
    Sample one = samples.fact().logging(numbered(0, 3));
    Sample other = samples.fact().logging(numbered(7, 60));
    Sample silent = samples.fact().logging();
    Writing.insert(store(), one, other, silent);
    List<StoredRecord> read = store().get(List.of(other.id(), silent.id(), one.id()));
    assertThat(read.stream().map(stored -> stored.record().auditLog().size()))
        .containsExactly(StoredRecord.AUDIT_EXCERPT, 0, 3);
    assertThat(entries(one.id())).containsExactly(numbered(0, 3));
    assertThat(entries(silent.id())).isEmpty();
  }

  @Test
  default void logs_are_read_together_as_they_are_read_alone() {
    Samples samples = new Samples();
    Sample one = samples.fact().logging(numbered(0, 3));
    Sample deleted = samples.fact();
    Sample other = samples.fact();
    Writing.insert(store(), one, deleted, other);
    Writing.commit(store(), deleted.delete(1));
    List<String> asked = List.of(deleted.id(), samples.id(), one.id(), deleted.id());
    assertThat(store().auditLogs(asked))
        .containsExactlyInAnyOrder(
            store().auditLog(one.id()).orElseThrow(), store().auditLog(deleted.id()).orElseThrow());
    assertThat(store().auditLogs(List.of())).isEmpty();
  }

  @Test
  default void an_unknown_id_has_no_log() {
    assertThat(store().auditLog(new Samples().id())).isEmpty();
  }

  @Test
  default void a_link_reads_back_as_stored() {
    List<AuditLink> links = List.of(link("one"), link("two"), link("three"));
    Sample sample = new Samples().fact().linked(links.subList(0, 2));
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.linked(links.subList(2, 3)).replace(1));
    assertThat(log(sample.id())).isEqualTo(links);
  }

  @Test
  default void a_record_tells_the_hash_of_its_last_link() {
    Sample sample = new Samples().fact().linked(List.of(link("one"), link("two")));
    Writing.insert(store(), sample);
    assertThat(read(sample).head()).isEqualTo("hash of two");
    Writing.commit(store(), sample.linked(List.of(link("three"))).replace(1));
    assertThat(read(sample).head()).isEqualTo("hash of three");
    Writing.commit(store(), sample.logging(numbered(0, 90)).replace(2));
    Writing.commit(store(), sample.linked(List.of(link("last"))).replace(3));
    assertThat(read(sample).head()).isEqualTo("hash of last");
  }

  @Test
  default void a_trail_has_the_record_as_it_is_now() {
    Samples samples = new Samples();
    Sample sample = samples.fact();
    Sample silent = samples.fact().linked(List.of());
    Writing.insert(store(), sample, silent);
    Writing.commit(store(), moved(sample).replace(1));
    AuditTrail trail = store().auditLog(sample.id()).orElseThrow();
    assertThat(trail.id()).isEqualTo(sample.id());
    assertThat(trail.scope()).isEqualTo("moved");
    assertThat(trail.sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(trail.stored()).isEqualTo(read(sample));
    assertThat(trail.damage()).isNull();
    assertThat(store().auditLog(silent.id()).orElseThrow().stored()).isEqualTo(read(silent));
    assertThat(read(silent).head()).isEmpty();
  }

  @Test
  default void the_trail_of_a_deleted_record_keeps_its_scope_and_sensitivity() {
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    Writing.commit(store(), moved(sample).replace(1));
    Writing.commit(store(), sample.delete(2));
    AuditTrail trail = store().auditLog(sample.id()).orElseThrow();
    assertThat(trail.scope()).isEqualTo("moved");
    assertThat(trail.sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(trail.stored()).isNull();
    assertThat(trail.damage()).isNull();
  }

  @Test
  default void trails_come_page_by_page_in_the_order_of_the_ids_deleted_ones_included() {
    Samples samples = new Samples();
    List<Sample> all = new ArrayList<>(samples.facts(7));
    List<String> ids = all.stream().map(Sample::id).toList();
    Collections.reverse(all);
    all.forEach(sample -> Writing.insert(store(), sample));
    Writing.commit(store(), all.get(1).delete(1));
    Writing.commit(store(), all.get(3).delete(1));
    List<AuditTrail> first = store().auditLogs("", 3);
    List<AuditTrail> second = store().auditLogs(ids.get(2), 3);
    List<AuditTrail> third = store().auditLogs(ids.get(5), 3);
    assertThat(Stream.of(first, second, third).flatMap(List::stream).map(AuditTrail::id))
        .isEqualTo(ids);
    assertThat(first).hasSize(3);
    assertThat(store().auditLogs(ids.get(6), 3)).isEmpty();
    for (AuditTrail trail : store().auditLogs("", 100)) {
      assertThat(trail).isEqualTo(store().auditLog(trail.id()).orElseThrow());
    }
  }

  @Test
  default void a_nonce_lasts_until_the_next_change_and_none_stays_of_a_deleted_record() {
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    assertThat(nonceOf(sample)).isEqualTo(sample.nonce(1));
    Writing.commit(store(), sample.replace(1));
    assertThat(nonceOf(sample)).isEqualTo(sample.nonce(2));
    Writing.commit(store(), sample.delete(2));
    assertThat(nonceOf(sample)).isEmpty();
  }

  @Test
  default void the_head_of_a_scope_is_the_sum_of_its_trails_whatever_was_done_to_them() {
    Samples samples = new Samples();
    Sample stays = samples.fact().scope("one");
    Sample moves = samples.fact();
    Sample ends = samples.fact().scope("one");
    Sample silent = samples.fact().logging();
    Writing.insert(store(), stays, moves, ends, silent);
    assertThat(inspected().heads()).containsOnlyKeys("", "one").isEqualTo(inspected().expected());

    Writing.commit(store(), stays.logging(numbered(0, 3)).replace(1), moved(moves).replace(1));
    Writing.commit(store(), silent.logging().replace(1), ends.logging(numbered(3, 4)).delete(1));
    Sample buried = samples.fact().scope("one").logging(numbered(4, 6));
    Writing.commit(store(), new Change.Bury(buried.id(), "two", Sensitivity.LOW, buried.audit()));

    Inspected inspected = inspected();
    assertThat(inspected.trails()).isEqualTo(store().auditLogs("", 9));
    assertThat(inspected.heads())
        .containsOnlyKeys("", "one", "two", "moved")
        .isEqualTo(inspected.expected());
  }

  @Test
  default void a_commit_that_failed_leaves_nothing_in_a_head() {
    Samples samples = new Samples();
    Sample there = samples.fact();
    Writing.insert(store(), there);
    assertThat(Race.won(() -> Writing.insert(store(), samples.fact(), there))).isFalse();
    Inspected inspected = inspected();
    assertThat(inspected.trails()).hasSize(1);
    assertThat(inspected.heads()).isEqualTo(inspected.expected());
  }

  @Test
  default void what_is_committed_during_an_inspection_is_not_shown() {
    Samples samples = new Samples();
    List<Sample> first = samples.facts(200);
    Sample later = samples.fact();
    Writing.insert(store(), first);
    Inspected inspected =
        new Inspected() {
          @Override
          public void trail(AuditTrail trail) {
            if (trails().isEmpty()) {
              Writing.insert(store(), later);
              Writing.commit(store(), first.get(199).logging(numbered(0, 2)).replace(1));
            }
            super.trail(trail);
          }
        };
    store().inspect(inspected);
    assertThat(inspected.trails()).hasSize(200);
    assertThat(inspected.trails().get(199).links()).isEqualTo(first.get(199).audit());
    assertThat(inspected.heads()).isEqualTo(inspected.expected());
    assertThat(inspected().trails()).hasSize(201);
  }

  @Test
  default void a_store_finds_no_fault_with_what_it_was_given() {
    Samples samples = new Samples();
    Sample one = samples.fact().terms("word", "word", "other").with(b -> b.tags(List.of("tag")));
    Sample other = samples.fact().scope("one").terms("word");
    Writing.insert(store(), one, other);
    Writing.commit(store(), one.scope("one").salience(0.3).replace(1), other.delete(1));
    store()
        .commit(
            Changeset.builder()
                .addKey(new Key("key", "value", one.id()))
                .enqueue(new QueueRow("queue", one.id(), Samples.START, 2))
                .build());
    Inspected inspected = new Inspected(one);
    store().inspect(inspected);
    assertThat(inspected.faults()).isEmpty();
  }

  private Inspected inspected() {
    Inspected inspected = new Inspected();
    store().inspect(inspected);
    return inspected;
  }

  private String nonceOf(Sample sample) {
    return store().auditLog(sample.id()).orElseThrow().nonce();
  }

  private static Sample moved(Sample sample) {
    return sample.with(record -> record.scope("moved").sensitivity(Sensitivity.HIGH));
  }

  private static AuditLink link(String name) {
    return new AuditLink(
        Sample.entry(AuditAction.REVISE, name),
        Payloads.ODD_TEXT + name,
        "rationale hash of " + name,
        "content hash of " + name,
        "hash of " + name);
  }

  private StoredRecord read(Sample sample) {
    return store().get(List.of(sample.id())).get(0);
  }

  private List<AuditEntry> entries(String id) {
    return Sample.entries(log(id));
  }

  private List<AuditEntry> carried(Sample sample) {
    return store().get(List.of(sample.id())).get(0).record().auditLog();
  }

  private static List<AuditEntry> ends(int size) {
    List<AuditEntry> ends = new ArrayList<>(List.of(numbered(0, 20)));
    ends.addAll(List.of(numbered(size - 20, size)));
    return ends;
  }

  /** All of one instant and actor, so that nothing but the order of arrival can order them. */
  private static AuditEntry[] numbered(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> Sample.entry(AuditAction.REVISE, "entry " + i))
        .toArray(AuditEntry[]::new);
  }
}
