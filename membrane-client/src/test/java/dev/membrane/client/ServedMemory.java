package dev.membrane.client;

import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.ConsolidationResult;
import dev.membrane.Ingestion;
import dev.membrane.JobsReport;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.Memory;
import dev.membrane.Memory.MetricsSnapshot;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import org.jspecify.annotations.Nullable;

/**
 * What a client sees of an engine that is served to it. What a server does by itself is asked of
 * the engine.
 */
class ServedMemory implements Memory {

  private final Memory engine;
  private final Memory client;

  ServedMemory(Memory engine, Memory client) {
    this.engine = engine;
    this.client = client;
  }

  @Override
  public Memory as(Caller caller) {
    return new ServedMemory(engine.as(caller), client.as(caller));
  }

  @Override
  public Ingestion ingestion() {
    return client.ingestion();
  }

  @Override
  public Retrieval retrieval() {
    return client.retrieval();
  }

  @Override
  public Listing listing() {
    return client.listing();
  }

  @Override
  public Revision revision() {
    return client.revision();
  }

  @Override
  public Maintenance maintenance() {
    return new ServedMaintenance(client.maintenance(), engine.maintenance());
  }

  @Override
  public AuditLog audit() {
    return client.audit();
  }

  @Override
  public MetricsSnapshot metrics() {
    return client.metrics();
  }

  @Override
  public void check() {
    client.check();
  }

  private record ServedMaintenance(Maintenance client, Maintenance engine) implements Maintenance {

    @Override
    public ConsolidationResult consolidate() {
      return client.consolidate();
    }

    @Override
    public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
      return client.consolidateAgain(stage, scope);
    }

    @Override
    public JobsReport jobs() {
      return client.jobs();
    }

    @Override
    public int prune() {
      return engine.prune();
    }

    @Override
    public int expireIdempotencyKeys() {
      return engine.expireIdempotencyKeys();
    }

    @Override
    public EmbeddingResult embed() {
      return engine.embed();
    }

    @Override
    public long embeddingBacklog() {
      return client.embeddingBacklog();
    }
  }
}
