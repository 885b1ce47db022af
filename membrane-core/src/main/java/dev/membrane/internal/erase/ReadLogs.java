package dev.membrane.internal.erase;

import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.function.Consumer;

/** Reads the audit logs of many records, a few at once, as each may be long. */
final class ReadLogs {

  private static final int AT_ONCE = 10;

  private ReadLogs() {}

  static void of(List<String> ids, MemoryStore store, Consumer<List<AuditTrail>> look) {
    for (int from = 0; from < ids.size(); from += AT_ONCE) {
      look.accept(store.auditLogs(ids.subList(from, Math.min(ids.size(), from + AT_ONCE))));
    }
  }
}
