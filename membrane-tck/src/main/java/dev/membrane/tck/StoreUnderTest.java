package dev.membrane.tck;

import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.AuditTrail.AuditLink;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;

/** What every part of the contract has: an empty store, made for one test. */
interface StoreUnderTest {

  /** The store under test. */
  MemoryStore store();

  /** The links of a record's audit log; empty for an id that was never used. */
  default List<AuditLink> log(String id) {
    return store().auditLog(id).map(AuditTrail::links).orElse(List.of());
  }
}
