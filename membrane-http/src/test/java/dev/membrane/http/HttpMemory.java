package dev.membrane.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.ClosedException;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A memory that is reached over HTTP, for tests. What HTTP does not offer, the jobs of the
 * background and the check of the store, is asked of the engine behind it.
 */
class HttpMemory implements Memory {

  private final HttpSite site;
  private final Memory engine;
  private final Caller caller;
  private final AtomicBoolean isClosed;

  HttpMemory(HttpSite site, Memory engine, Caller caller, AtomicBoolean isClosed) {
    this.site = site;
    this.engine = engine;
    this.caller = caller;
    this.isClosed = isClosed;
  }

  JsonNode call(String path, ObjectNode request) {
    requireOpen();
    caller.requireWaiting();
    requireOpen();
    return site.call(caller, path, request);
  }

  private List<JsonNode> lines(String lines) {
    requireOpen();
    return site.lines(caller, lines);
  }

  private void requireOpen() {
    if (isClosed.get()) {
      throw new ClosedException();
    }
  }

  private <T> T open(T service) {
    requireOpen();
    return service;
  }

  @Override
  public Memory as(Caller other) {
    return new HttpMemory(site, engine.as(other), other, isClosed);
  }

  @Override
  public Ingestion ingestion() {
    return new HttpIngestion(this::call, this::lines);
  }

  @Override
  public Retrieval retrieval() {
    return new HttpRetrieval(this::call);
  }

  @Override
  public Listing listing() {
    return new HttpListing(this::call);
  }

  @Override
  public Revision revision() {
    return new HttpRevision(caller, this::call);
  }

  @Override
  public Maintenance maintenance() {
    return new Maintenance() {
      @Override
      public ConsolidationResult consolidate() {
        return HttpAnswers.consolidation(
            call("run-consolidation", HttpRequests.empty()).path("result"));
      }

      @Override
      public ConsolidationResult consolidateAgain(String stage, @Nullable String scope) {
        ObjectNode request = HttpRequests.empty().put("again", stage);
        if (scope != null) {
          request.put("scope", scope);
        }
        return HttpAnswers.consolidation(call("run-consolidation", request).path("result"));
      }

      @Override
      public JobsReport jobs() {
        return HttpAnswers.jobs(call("list-jobs", HttpRequests.empty()));
      }

      @Override
      public int prune() {
        return open(engine).maintenance().prune();
      }

      @Override
      public int expireIdempotencyKeys() {
        return open(engine).maintenance().expireIdempotencyKeys();
      }

      @Override
      public EmbeddingResult embed() {
        return open(engine).maintenance().embed();
      }

      @Override
      public long embeddingBacklog() {
        return metrics().embeddingBacklog();
      }
    };
  }

  @Override
  public AuditLog audit() {
    return new HttpAuditLog(this, null);
  }

  @Override
  public MetricsSnapshot metrics() {
    return HttpAnswers.metrics(call("get-metrics", HttpRequests.empty()).path("snapshot"));
  }

  @Override
  public void check() {
    open(engine).check();
  }

  /** Does one call, by the last part of its path. */
  @FunctionalInterface
  interface Call {
    JsonNode to(String path, ObjectNode request);
  }
}
