package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.spi.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
    assertThat(store().auditLog(sample.id())).containsExactly(numbered(0, 6));
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
    assertThat(store().auditLog(sample.id())).isEqualTo(entries);
  }

  @Test
  default void a_record_carries_its_whole_log_up_to_the_excerpt_s_size_then_both_ends() {
    Sample sample = new Samples().fact().logging(numbered(0, Stored.AUDIT_EXCERPT));
    Writing.insert(store(), sample);
    assertThat(carried(sample)).containsExactly(numbered(0, Stored.AUDIT_EXCERPT));
    Writing.commit(store(), sample.logging(numbered(40, 41)).replace(1));
    assertThat(carried(sample)).isEqualTo(ends(41));
    Writing.commit(store(), sample.logging(numbered(41, 97)).replace(2));
    assertThat(carried(sample)).isEqualTo(ends(97));
    assertThat(store().auditLog(sample.id())).containsExactly(numbered(0, 97));
  }

  @Test
  default void the_log_of_a_deleted_record_stays() {
    Sample sample = new Samples().fact().logging(numbered(0, 50));
    Writing.insert(store(), sample);
    Writing.commit(store(), sample.logging(numbered(50, 52)).delete(1));
    assertThat(store().auditLog(sample.id())).containsExactly(numbered(0, 52));
  }

  @Test
  default void each_record_has_a_log_of_its_own() {
    Samples samples = new Samples();
    Sample one = samples.fact().logging(numbered(0, 3));
    Sample other = samples.fact().logging(numbered(7, 60));
    Sample silent = samples.fact().logging();
    Writing.insert(store(), one, other, silent);
    List<Stored> read = store().get(List.of(other.id(), silent.id(), one.id()));
    assertThat(read.stream().map(stored -> stored.record().auditLog().size()))
        .containsExactly(Stored.AUDIT_EXCERPT, 0, 3);
    assertThat(store().auditLog(one.id())).containsExactly(numbered(0, 3));
    assertThat(store().auditLog(silent.id())).isEmpty();
  }

  @Test
  default void an_unknown_id_has_no_log() {
    assertThat(store().auditLog(new Samples().id())).isEmpty();
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
