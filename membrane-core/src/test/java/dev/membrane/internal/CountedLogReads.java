package dev.membrane.internal;

import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.store.memory.InMemoryStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A store in memory that tells how many audit logs were read by each call. */
public final class CountedLogReads extends ForwardingStore {

  private final List<Integer> together = new ArrayList<>();

  public CountedLogReads() {
    super(new InMemoryStore());
  }

  @Override
  public List<AuditTrail> auditLogs(Collection<String> ids) {
    together.add(ids.size());
    return super.auditLogs(ids);
  }

  /** How many logs each call so far asked for. */
  public List<Integer> together() {
    return together;
  }
}
