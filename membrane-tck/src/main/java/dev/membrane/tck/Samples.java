package dev.membrane.tck;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.Payload;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes plain records, each with an id of its own. */
final class Samples {

  static final Instant START = Instant.parse("2026-03-01T12:00:00.123456Z");

  private final AtomicLong made = new AtomicLong();

  String id() {
    return "01957b3c-0000-7000-8000-%012x".formatted(made.incrementAndGet());
  }

  /** An unscoped public fact of salience 1 that is created and anchored at the start. */
  Sample fact() {
    return of(Payloads.fact("subject", "predicate"));
  }

  List<Sample> facts(int count) {
    return IntStream.range(0, count).mapToObj(i -> fact()).toList();
  }

  Sample of(Payload payload) {
    MemoryRecord record =
        MemoryRecord.builder()
            .id(id())
            .type(payload.kind())
            .sensitivity(Sensitivity.PUBLIC)
            .confidence(0.75)
            .salience(1)
            .createdAt(START)
            .updatedAt(START)
            .lifecycle(decaying(DecayCurve.EXPONENTIAL, 3600, null))
            .provenance(
                new Provenance(
                    List.of(new ProvenanceSource(ProvenanceKind.EVENT, "ref", null, null, null)),
                    null))
            .payload(payload)
            .build();
    return new Sample(
        record,
        new Anchor(1, START),
        Terms.NONE,
        List.of(Sample.link(Sample.entry(AuditAction.CREATE, "made"))));
  }

  static Lifecycle decaying(DecayCurve curve, long halfLifeSeconds, @Nullable Double floor) {
    return new Lifecycle(
        new DecayProfile(curve, halfLifeSeconds, floor, null, null),
        START,
        false,
        DeletionPolicy.AUTO_PRUNE);
  }
}
