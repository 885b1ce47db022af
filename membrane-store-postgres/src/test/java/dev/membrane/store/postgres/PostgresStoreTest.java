package dev.membrane.store.postgres;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.tck.PersistentStoreTck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract, with one node after the other taking the writes and the last one answering. */
final class PostgresStoreTest extends PersistentStoreTck {

  @RegisterExtension final EmptySchemas schemas = EmptySchemas.plain();

  private PostgresConfig config;

  @Override
  protected MemoryStore openStore() {
    config = schemas.next();
    return reopenStore();
  }

  @Override
  protected MemoryStore reopenStore() {
    return new Nodes(List.of(PostgresStore.open(config), PostgresStore.open(config)));
  }

  /** Reads from the last node. */
  private static final class Nodes extends ForwardingStore {

    private final List<PostgresStore> nodes;
    private final AtomicInteger commits = new AtomicInteger();

    Nodes(List<PostgresStore> nodes) {
      super(nodes.get(nodes.size() - 1));
      this.nodes = nodes;
    }

    @Override
    public void commit(Changeset changeset) {
      nodes.get(Math.floorMod(commits.getAndIncrement(), nodes.size())).commit(changeset);
    }

    @Override
    public Optional<AuditTrail> auditLog(String id) {
      return nodes.get(0).auditLog(id);
    }

    @Override
    public void close() {
      nodes.forEach(PostgresStore::close);
    }
  }
}
