package dev.membrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.membrane.NotFoundException;
import dev.membrane.RetrieveRequest;
import dev.membrane.TrustContext;
import dev.membrane.schema.AuditAction;
import dev.membrane.schema.AuditEntry;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.ProvenanceSource;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.data.Offset;

/** Holds all that is read from memory against the oracle. */
final class OracleComparison {

  private static final Offset<Double> TINY = within(1e-9);
  private static final RevisionState UNREVISED = new RevisionState(null, null, null);
  private static final TrustContext ALL = TrustContext.upTo(Sensitivity.HYPER);

  private final ComparedMemories shop;

  OracleComparison(ComparedMemories shop) {
    this.shop = shop;
  }

  void everything() {
    for (OracleRecord item : shop.oracle.items()) {
      if (item.gone) {
        assertGone(item);
      } else {
        assertSame(item, (MemoryRecord) shop.membrane().retrieval().byId(item.id, ALL));
      }
      assertThat(log(item)).as("audit log of %s", item).isEqualTo(item.log);
    }
    assertRetrieved(true, item -> true);
    assertRetrieved(false, item -> !item.isRetired());
  }

  private void assertGone(OracleRecord item) {
    assertThatThrownBy(
            () -> shop.membrane().retrieval().byId(item.id, ALL),
            "%s is gone: expected NotFoundException",
            item)
        .isExactlyInstanceOf(NotFoundException.class);
    assertThat(log(item)).as("audit log of %s", item).endsWith(AuditAction.DELETE);
  }

  private List<AuditAction> log(OracleRecord item) {
    return shop.membrane().audit().of(item.id).stream()
        .map(AuditLink::entry)
        .map(AuditEntry::action)
        .toList();
  }

  private void assertSame(OracleRecord item, MemoryRecord record) {
    assertThat(record.salience()).as("salience of %s", item).isCloseTo(live(item), TINY);
    assertThat(record.confidence()).as("confidence of %s", item).isCloseTo(item.confidence, TINY);
    assertThat(plainly(record)).isEqualTo(plainly(item));
  }

  private double live(OracleRecord item) {
    return item.live(shop.now());
  }

  private static List<Object> plainly(MemoryRecord record) {
    RevisionState state = record.revision() == null ? UNREVISED : record.revision();
    return List.of(
        record.type(),
        "scope " + record.scope(),
        record.sensitivity(),
        "created " + record.createdAt(),
        "updated " + record.updatedAt(),
        "reinforced " + record.lifecycle().lastReinforcedAt(),
        "status " + state.status(),
        "supersedes " + state.supersedes(),
        "superseded by " + state.supersededBy(),
        record.relations().stream().map(to -> to.predicate() + " " + to.targetId()).toList(),
        record.provenance().sources().stream().map(ProvenanceSource::ref).toList(),
        record.auditLog().stream().map(AuditEntry::action).toList());
  }

  private static List<Object> plainly(OracleRecord item) {
    return List.of(
        item.type,
        "scope " + item.scope,
        item.sensitivity,
        "created " + item.createdAt,
        "updated " + item.updatedAt,
        "reinforced " + item.lastReinforcedAt,
        "status " + item.status,
        "supersedes " + item.supersedes,
        "superseded by " + item.supersededBy,
        item.relations,
        item.sources,
        item.log);
  }

  private void assertRetrieved(boolean retiredToo, Predicate<OracleRecord> expected) {
    RetrieveRequest request =
        RetrieveRequest.builder().trust(ALL).includeRetracted(retiredToo).limit(10_000).build();
    List<MemoryRecord> found =
        shop.membrane().retrieval().retrieve(request).results().stream()
            .map(MemoryRecord.class::cast)
            .toList();
    assertThat(found)
        .extracting(MemoryRecord::id)
        .containsExactlyInAnyOrderElementsOf(
            shop.oracle.living().stream().filter(expected).map(item -> item.id).toList());
    double above = Double.POSITIVE_INFINITY;
    for (MemoryRecord record : found) {
      OracleRecord item = Objects.requireNonNull(shop.oracle.item(record.id()));
      assertThat(record.salience()).as("salience of %s", item).isCloseTo(live(item), TINY);
      assertThat(record.salience()).as("order at %s", item).isLessThanOrEqualTo(above + 1e-9);
      above = record.salience();
    }
  }
}
