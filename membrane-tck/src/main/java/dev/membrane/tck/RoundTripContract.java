package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Relation;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Timestamps;
import dev.membrane.schema.Validity;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What goes in comes out. */
interface RoundTripContract extends StoreUnderTest {

  @Test
  default void a_record_with_every_member_set_reads_back_as_stored() {
    Samples samples = new Samples();
    for (Payload payload : Payloads.full()) {
      assertReadsBack(crowded(samples.of(payload)));
    }
  }

  @Test
  default void a_record_with_as_little_as_possible_reads_back_as_stored() {
    Samples samples = new Samples();
    for (Payload payload : Payloads.bare()) {
      assertReadsBack(samples.of(payload));
    }
  }

  @Test
  default void extreme_numbers_and_instants_read_back_as_stored() {
    Instant early = Timestamps.MIN.plusNanos(1000);
    Lifecycle lifecycle =
        new Lifecycle(
            new DecayProfile(DecayCurve.LINEAR, Long.MAX_VALUE, 0.1 + 0.2, Long.MAX_VALUE, 1e-9),
            early,
            false,
            DeletionPolicy.NEVER);
    Samples samples = new Samples();
    Sample extreme =
        samples
            .fact()
            .with(
                builder ->
                    builder
                        .confidence(Double.MIN_VALUE)
                        .createdAt(early)
                        .updatedAt(Timestamps.MAX)
                        .lifecycle(lifecycle));
    assertReadsBack(extreme.anchor(Double.MAX_VALUE, Timestamps.MAX));
    assertReadsBack(samples.fact().salience(Double.MIN_VALUE));
  }

  @Test
  default void a_document_of_five_megabytes_reads_back_as_stored() {
    String large = (Payloads.ODD_TEXT + "x").repeat(5_000_000 / Payloads.ODD_TEXT.length());
    SemanticPayload fact =
        new SemanticPayload(
            "s",
            "p",
            new JsonObject(Map.of("large", new JsonString(large))),
            Validity.global(),
            List.of(),
            null,
            null);
    assertReadsBack(new Samples().of(fact));
  }

  @Test
  default void a_replacement_reads_back_with_the_next_version() {
    Sample first = new Samples().fact();
    Writing.insert(store(), first);
    Sample second =
        crowded(new Samples().of(Payloads.full().get(0)))
            .with(builder -> builder.id(first.id()))
            .anchor(0.3, Samples.START.plusSeconds(5))
            .logging(Sample.entry(AuditAction.REVISE, "again"));
    Writing.commit(store(), second.replace(1));
    StoredRecord read = read(first.id());
    List<AuditLink> log = new ArrayList<>(first.audit());
    log.addAll(second.audit());
    assertThat(read).isEqualTo(second.stored(2, log));
    Writing.commit(store(), second.replace(2));
    assertThat(read(first.id()).version()).isEqualTo(3);
  }

  @Test
  default void the_salience_and_the_audit_log_that_a_record_itself_carries_are_not_read() {
    Sample sample =
        new Samples()
            .fact()
            .salience(0.4)
            .with(
                builder ->
                    builder
                        .salience(0.9)
                        .auditLog(List.of(Sample.entry(AuditAction.MERGE, "not mine"))));
    Writing.insert(store(), sample);
    assertThat(read(sample.id()).record().salience()).isEqualTo(0.4);
    assertThat(read(sample.id()).record().auditLog()).isEqualTo(Sample.entries(sample.audit()));
    assertThat(log(sample.id())).isEqualTo(sample.audit());
  }

  @Test
  default void records_are_answered_in_the_order_asked_for_each_once_and_unknown_ids_left_out(
      TestInfo test) {
    Random random = Seed.of(test);
    Samples samples = new Samples();
    List<String> ids = new ArrayList<>(samples.facts(50).stream().map(Sample::id).toList());
    Writing.insert(store(), new Samples().facts(50));
    Collections.shuffle(ids, random);
    List<String> asked = new ArrayList<>(ids);
    asked.addAll(ids.subList(0, 10));
    asked.add(3, samples.id());
    asked.add(7, "no id at all' \" \uD83D\uDE80");
    assertThat(idsOf(store().get(asked))).isEqualTo(ids);
    assertThat(store().get(List.of())).isEmpty();
    assertThat(store().get(List.of(samples.id()))).isEmpty();
  }

  @Test
  default void thousands_of_records_can_be_read_at_once() {
    List<Sample> many = new Samples().facts(3_000);
    Writing.insert(store(), many);
    List<String> ids = new ArrayList<>(many.stream().map(Sample::id).toList());
    Collections.reverse(ids);
    assertThat(idsOf(store().get(ids))).isEqualTo(ids);
  }

  private Sample crowded(Sample sample) {
    Instant then = Samples.START.minusSeconds(7);
    return sample.with(
        builder ->
            builder
                .sensitivity(Sensitivity.HYPER)
                .confidence(1.0 / 3)
                .scope(Payloads.ODD_TEXT)
                .tags(List.of("z", "a", Payloads.ODD_TEXT, "A", "%", "_", ""))
                .updatedAt(then)
                .lifecycle(
                    new Lifecycle(
                        new DecayProfile(DecayCurve.LINEAR, 17, 0.05, 99L, 0.5),
                        then,
                        true,
                        DeletionPolicy.MANUAL_ONLY))
                .provenance(
                    new Provenance(
                        List.of(
                            new ProvenanceSource(
                                ProvenanceKind.TOOL_CALL, Payloads.ODD_TEXT, "h", "c", then),
                            new ProvenanceSource(ProvenanceKind.EVENT, "r", null, null, null)),
                        "ingestion-service"))
                .relations(
                    List.of(
                        new Relation("derived_from", "b", 0.7, then),
                        new Relation("derived_from", "a", null, null))));
  }

  private void assertReadsBack(Sample sample) {
    Writing.insert(store(), sample);
    StoredRecord read = read(sample.id());
    assertThat(read).isEqualTo(sample.stored());
    // Equality of JSON objects and maps does not see the order of their members; the text does.
    assertThat(read.toString()).isEqualTo(sample.stored().toString());
  }

  private StoredRecord read(String id) {
    List<StoredRecord> found = store().get(List.of(id));
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static List<String> idsOf(List<StoredRecord> stored) {
    return stored.stream().map(StoredRecord::record).map(MemoryRecord::id).toList();
  }
}
