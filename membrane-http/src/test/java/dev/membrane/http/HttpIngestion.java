package dev.membrane.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.membrane.EventRequest;
import dev.membrane.IngestAnswer;
import dev.membrane.IngestOptions;
import dev.membrane.IngestRequest;
import dev.membrane.Ingestion;
import dev.membrane.Ingestion.IngestItemAnswer;
import dev.membrane.Ingestion.IngestStream;
import dev.membrane.ObservationRequest;
import dev.membrane.OutcomeRequest;
import dev.membrane.RecordRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.WorkingStateRequest;
import dev.membrane.schema.DeletionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Takes experience in over HTTP. */
final class HttpIngestion implements Ingestion {

  private final HttpMemory.Call call;
  private final Function<String, List<JsonNode>> lines;

  /** Makes calls, and streams lines. */
  HttpIngestion(HttpMemory.Call call, Function<String, List<JsonNode>> lines) {
    this.call = call;
    this.lines = lines;
  }

  @Override
  public List<IngestItemAnswer> batch(List<? extends IngestRequest> items) {
    return batch(items, false);
  }

  @Override
  public List<IngestAnswer> allOrNothing(List<? extends IngestRequest> items) {
    return batch(items, true).stream().map(IngestItemAnswer::get).toList();
  }

  private List<IngestItemAnswer> batch(
      List<? extends IngestRequest> items, boolean isAllOrNothing) {
    ObjectNode body = HttpRequests.empty();
    items.forEach(item -> body.withArray("items").add(item(item)));
    body.put("all_or_nothing", isAllOrNothing);
    List<IngestItemAnswer> answers = new ArrayList<>();
    call.to("ingest-batch", body).path("items").forEach(it -> answers.add(HttpAnswers.item(it)));
    return answers;
  }

  /** The lines are sent when the stream is closed. */
  @Override
  public IngestStream stream(Consumer<IngestItemAnswer> answers) {
    // A memory that is closed says so before anything is sent.
    lines.apply("").forEach(line -> answers.accept(HttpAnswers.item(line)));
    return new HttpItemStream(this::item, lines, answers);
  }

  private ObjectNode item(IngestRequest request) {
    ObjectNode item = HttpRequests.empty();
    HttpIngestion composer =
        new HttpIngestion(
            (path, body) -> {
              item.set(path.substring("ingest-".length()).replace('-', '_'), body);
              throw new Composed();
            },
            lines);
    try {
      composer.single(request);
      throw new AssertionError("nothing was composed");
    } catch (Composed whole) {
      return item;
    }
  }

  private IngestAnswer single(IngestRequest request) {
    if (request instanceof EventRequest event) {
      return event(event);
    }
    if (request instanceof ToolOutputRequest output) {
      return toolOutput(output);
    }
    if (request instanceof ObservationRequest fact) {
      return observe(fact);
    }
    if (request instanceof OutcomeRequest outcome) {
      return outcome(outcome);
    }
    return request instanceof WorkingStateRequest task
        ? workingState(task)
        : record((RecordRequest) request);
  }

  /** A request was composed instead of sent. */
  private static final class Composed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public IngestAnswer event(EventRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.empty()
            .put("source", request.source())
            .put("event_kind", request.eventKind())
            .put("ref", request.ref());
    HttpRequests.putIfAny(body, "summary", request.summary());
    HttpRequests.putIfAny(body, "data", request.data());
    putPolicy(body, request.deletionPolicy());
    putEpisode(body, request.options());
    return send("ingest-event", body, request.options());
  }

  @Override
  public IngestAnswer toolOutput(ToolOutputRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.empty().put("source", request.source()).put("tool_name", request.toolName());
    HttpRequests.putIfAny(body, "args", request.args());
    HttpRequests.putIfAny(body, "result", request.result());
    HttpRequests.putIfAny(body, "data", request.data());
    putPolicy(body, request.deletionPolicy());
    HttpRequests.putAll(body, "depends_on", request.dependsOn());
    if (request.effect() != null) {
      body.put("effect", request.effect().wireName());
    }
    putEpisode(body, request.options());
    return send("ingest-tool-output", body, request.options());
  }

  @Override
  public IngestAnswer observe(ObservationRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.empty()
            .put("source", request.source())
            .put("subject", request.subject())
            .put("predicate", request.predicate());
    HttpRequests.putIfAny(body, "object", request.object());
    if (request.ifKnown() != null) {
      body.put("if_known", request.ifKnown().wireName());
    }
    if (request.onConflict() != null) {
      body.put("on_conflict", request.onConflict().wireName());
    }
    putEpisode(body, request.options());
    return send("ingest-observation", body, request.options());
  }

  @Override
  public IngestAnswer outcome(OutcomeRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.empty()
            .put("source", request.source())
            .put("target_record_id", request.targetRecordId());
    if (request.status() != null) {
      body.put("outcome_status", request.status().wireName());
    }
    HttpRequests.putIfAny(body, "timestamp", request.timestamp());
    HttpRequests.putAll(body, "used_record_ids", request.usedRecordIds());
    HttpRequests.putIfAny(body, "idempotency_key", request.idempotencyKey());
    return HttpAnswers.ingested(call.to("ingest-outcome", body));
  }

  @Override
  public IngestAnswer workingState(WorkingStateRequest request) {
    requireNonNull(request, "request");
    ObjectNode body =
        HttpRequests.empty().put("source", request.source()).put("thread_id", request.threadId());
    if (request.state() != null) {
      body.put("state", request.state().wireName());
    }
    HttpRequests.putAll(body, "next_actions", request.nextActions());
    HttpRequests.putAll(body, "open_questions", request.openQuestions());
    HttpRequests.putIfAny(body, "context_summary", request.contextSummary());
    HttpRequests.putConstraints(body, request.activeConstraints());
    putEpisode(body, request.options());
    return send("ingest-working-state", body, request.options());
  }

  @Override
  public IngestAnswer record(RecordRequest request) {
    requireNonNull(request, "request");
    ObjectNode body = HttpRequests.empty().put("source", request.source());
    body.set("record", HttpRequests.draft(request.record()));
    body.put("unscoped", request.isUnscoped());
    HttpRequests.putIfAny(body, "idempotency_key", request.idempotencyKey());
    return HttpAnswers.ingested(call.to("ingest-record", body));
  }

  private static void putEpisode(ObjectNode body, IngestOptions options) {
    HttpRequests.putIfAny(body, "episode", options.episode());
  }

  private static void putPolicy(ObjectNode body, DeletionPolicy policy) {
    HttpRequests.putIfAny(body, "deletion_policy", policy == null ? null : policy.wireName());
  }

  private IngestAnswer send(String path, ObjectNode body, IngestOptions options) {
    HttpRequests.putIfAny(body, "timestamp", options.timestamp());
    HttpRequests.putAll(body, "tags", options.tags());
    HttpRequests.putIfAny(body, "scope", options.scope());
    body.put("unscoped", options.isUnscoped());
    if (options.sensitivity() != null) {
      body.put("sensitivity", options.sensitivity().wireName());
    }
    HttpRequests.putIfAny(body, "idempotency_key", options.idempotencyKey());
    return HttpAnswers.ingested(call.to(path, body));
  }
}
