package dev.membrane.tck.engine;

import dev.membrane.spi.AuditTrail;
import dev.membrane.spi.Changeset;
import dev.membrane.spi.Hit;
import dev.membrane.spi.Key;
import dev.membrane.spi.MemoryStore;
import dev.membrane.spi.QueueRow;
import dev.membrane.spi.Search;
import dev.membrane.spi.Statistics;
import dev.membrane.spi.Stored;
import dev.membrane.spi.TermStatistics;
import dev.membrane.spi.Visibility;
import dev.membrane.store.memory.InMemoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A sound store; its subclasses let one thing through each. */
class LeakyStore implements MemoryStore {

  private final MemoryStore sound = new InMemoryStore();

  @Override
  public List<Stored> get(Collection<String> ids) {
    return sound.get(ids);
  }

  @Override
  public List<Key> find(Collection<String> names) {
    return sound.find(names);
  }

  @Override
  public List<Hit> search(Search search) {
    return sound.search(search);
  }

  @Override
  public TermStatistics termStatistics(Visibility visibility, Collection<String> terms) {
    return sound.termStatistics(visibility, terms);
  }

  @Override
  public void commit(Changeset changeset) {
    sound.commit(changeset);
  }

  @Override
  public List<QueueRow> due(String queue, Instant at, int limit) {
    return sound.due(queue, at, limit);
  }

  @Override
  public Statistics statistics(Instant at) {
    return sound.statistics(at);
  }

  @Override
  public Optional<AuditTrail> auditLog(String id) {
    return sound.auditLog(id);
  }

  @Override
  public List<AuditTrail> auditLogs(String after, int limit) {
    return sound.auditLogs(after, limit);
  }

  @Override
  public void check() {
    sound.check();
  }

  @Override
  public void close() {
    sound.close();
  }
}
