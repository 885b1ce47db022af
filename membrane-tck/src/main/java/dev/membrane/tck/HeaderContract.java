package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.RedactedRecord;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.StoreReader.RecordHeader;
import dev.membrane.spi.store.StoredRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who may see a record is known without reading it. */
interface HeaderContract extends StoreUnderTest {

  Instant LATER = Samples.START.plusSeconds(3600);

  @Test
  default void a_header_shows_the_record_at_the_instant_asked_for() {
    Samples samples = new Samples();
    Sample fading =
        samples
            .fact()
            .scope("team")
            .with(record -> record.sensitivity(Sensitivity.HIGH))
            .lifecycle(old -> Samples.decaying(DecayCurve.EXPONENTIAL, 3600, 0.3))
            .salience(0.8);
    Sample linear =
        samples.fact().lifecycle(old -> Samples.decaying(DecayCurve.LINEAR, 3600, null));
    Writing.insert(store(), fading, linear);
    List<RecordHeader> headers = store().headers(List.of(linear.id(), fading.id()), LATER);
    assertThat(headers.stream().map(RecordHeader::outline))
        .containsExactly(outline(linear), outline(fading));
    assertThat(headers.get(1).scope()).isEqualTo("team");
    assertThat(headers.get(1).sensitivity()).isEqualTo(Sensitivity.HIGH);
    assertThat(Objects.requireNonNull(headers.get(1).outline()).salience()).isEqualTo(0.4);
  }

  @Test
  default void a_header_is_of_each_id_once_in_the_order_asked_for() {
    Samples samples = new Samples();
    List<Sample> facts = samples.facts(3);
    Writing.insert(store(), facts);
    List<String> asked =
        List.of(facts.get(2).id(), samples.id(), facts.get(0).id(), facts.get(2).id());
    assertThat(store().headers(asked, LATER).stream().map(RecordHeader::id))
        .containsExactly(facts.get(2).id(), facts.get(0).id());
    assertThat(store().headers(List.of(), LATER)).isEmpty();
  }

  @Test
  default void a_header_follows_what_replaces_the_record() {
    Sample sample = new Samples().fact();
    Writing.insert(store(), sample);
    Sample raised =
        sample.with(record -> record.sensitivity(Sensitivity.MEDIUM).confidence(0.25)).salience(3);
    Writing.commit(store(), raised.replace(1));
    assertThat(store().headers(List.of(sample.id()), LATER))
        .singleElement()
        .extracting(RecordHeader::outline)
        .isEqualTo(outline(raised));
  }

  @Test
  default void of_a_deleted_record_the_header_keeps_scope_and_sensitivity() {
    Samples samples = new Samples();
    Sample scoped =
        samples.fact().scope("team").with(record -> record.sensitivity(Sensitivity.LOW));
    Sample unscoped = samples.fact();
    Writing.insert(store(), scoped, unscoped);
    Writing.commit(store(), scoped.delete(1), unscoped.delete(1));
    assertThat(store().headers(List.of(scoped.id(), unscoped.id()), LATER))
        .containsExactly(
            RecordHeader.deleted(scoped.id(), "team", Sensitivity.LOW),
            RecordHeader.deleted(unscoped.id(), null, Sensitivity.PUBLIC));
  }

  @Test
  default void
      a_record_that_is_light_enough_is_read_and_a_heavier_one_read_whole_without_a_bound() {
    Samples samples = new Samples();
    Sample light = samples.fact();
    String words = "word ".repeat(20_000);
    Sample heavy = samples.of(Payloads.fact(words, "is long"));
    Writing.insert(store(), heavy, light);
    List<String> ids = List.of(heavy.id(), light.id());
    List<String> read =
        store().get(ids, 50_000).stream().map(stored -> stored.record().id()).toList();
    assertThat(read).contains(light.id());
    assertThat(store().get(ids)).containsExactly(heavy.stored(), light.stored());
    assertThat(store().get(ids, Long.MAX_VALUE)).containsExactly(heavy.stored(), light.stored());
  }

  @Test
  default void a_header_tells_a_long_record_from_a_short_one_if_either_has_to_be_read() {
    Samples samples = new Samples();
    Sample light = samples.fact();
    Sample heavy = samples.of(Payloads.fact("word ".repeat(20_000), "is long"));
    Writing.insert(store(), light, heavy);
    List<Long> bytes =
        store().headers(List.of(light.id(), heavy.id()), LATER).stream()
            .map(RecordHeader::bytes)
            .toList();
    boolean isInMemory = bytes.stream().allMatch(each -> each == 0);
    assertThat(isInMemory || (bytes.get(0) < 5_000 && bytes.get(1) >= 100_000))
        .describedAs("bytes %s", bytes)
        .isTrue();
  }

  @Test
  default void headers_of_many_ids_are_read_at_once() {
    List<Sample> facts = new Samples().facts(1_500);
    Writing.insert(store(), facts);
    List<String> ids =
        IntStream.range(0, facts.size())
            .mapToObj(i -> facts.get(facts.size() - 1 - i).id())
            .toList();
    List<RecordHeader> headers = store().headers(ids, LATER);
    assertThat(headers.stream().map(RecordHeader::id)).containsExactlyElementsOf(ids);
    assertThat(headers.stream().map(RecordHeader::isDeleted)).containsOnly(false);
    assertThat(Objects.requireNonNull(headers.get(0).outline()).type())
        .isEqualTo(MemoryType.SEMANTIC);
  }

  private static RedactedRecord outline(Sample sample) {
    StoredRecord stored = sample.stored();
    return RedactedRecord.of(stored.at(LATER));
  }
}
