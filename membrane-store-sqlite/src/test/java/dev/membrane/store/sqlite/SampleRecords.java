package dev.membrane.store.sqlite;

import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.DecayCurve;
import dev.membrane.schema.DecayProfile;
import dev.membrane.schema.DeletionPolicy;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.Lifecycle;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.Provenance;
import dev.membrane.schema.ProvenanceKind;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.Validity;
import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.search.Terms;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.StoredRecord.Anchor;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Plain facts, numbered. */
public final class SampleRecords {

  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private SampleRecords() {}

  public static String id(int number) {
    return "01957b3c-0000-7000-8000-%012x".formatted(number);
  }

  public static MemoryRecord fact(int number, String scope, Instant createdAt) {
    return fact(number, scope, createdAt, DecayCurve.EXPONENTIAL);
  }

  public static MemoryRecord fact(int number, String scope, Instant createdAt, DecayCurve curve) {
    return MemoryRecord.builder()
        .id(id(number))
        .type(MemoryType.SEMANTIC)
        .sensitivity(Sensitivity.LOW)
        .confidence(0.8)
        .salience(1)
        .scope(scope)
        .tags(List.of("sample"))
        .createdAt(createdAt)
        .updatedAt(createdAt)
        .lifecycle(
            new Lifecycle(
                new DecayProfile(curve, 2_592_000, null, null, null),
                createdAt,
                false,
                DeletionPolicy.AUTO_PRUNE))
        .provenance(
            new Provenance(
                List.of(new ProvenanceSource(ProvenanceKind.EVENT, "ref", null, null, null)), null))
        .payload(
            new SemanticPayload(
                "subject " + number,
                "says",
                new JsonString("something"),
                Validity.global(),
                List.of(),
                null,
                null))
        .build();
  }

  public static Change.Insert insert(int number) {
    return insert(fact(number, null, START), Map.of("sample", 1));
  }

  public static Change.Insert insert(MemoryRecord record, Map<String, Integer> terms) {
    return new Change.Insert(
        record,
        new Anchor(1, record.createdAt()),
        new Terms(terms),
        List.of(
            new AuditLink(
                new AuditEntry(AuditAction.CREATE, "test", record.createdAt(), "made"),
                "nonce",
                "r",
                "c",
                "h")));
  }

  static Changeset inserting(int number) {
    return Changeset.builder().change(insert(number)).build();
  }
}
