package dev.membrane.schema.json;

import dev.membrane.schema.EdgeKind;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PlanEdge;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanMetrics;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RevisionState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Plans in JSON. */
final class PlanGraphJson {

  private PlanGraphJson() {}

  static PlanGraphPayload plan(MemberReader in) throws IOException {
    String planId = null;
    String version = null;
    String intent = null;
    JsonObject constraints = null;
    JsonObject inputsSchema = null;
    JsonObject outputsSchema = null;
    List<PlanNode> nodes = null;
    List<PlanEdge> edges = null;
    PlanMetrics metrics = null;
    RevisionState revision = null;
    while (in.next()) {
      switch (in.name()) {
        case "plan_id" -> planId = in.text();
        case "version" -> version = in.text();
        case "intent" -> intent = in.text();
        case "constraints" -> constraints = in.freeFormObject();
        case "inputs_schema" -> inputsSchema = in.freeFormObject();
        case "outputs_schema" -> outputsSchema = in.freeFormObject();
        case "nodes" -> nodes = in.objects(PlanGraphJson::node);
        case "edges" -> edges = in.objects(PlanGraphJson::edge);
        case "metrics" -> metrics = in.object(PlanGraphJson::metrics);
        case "revision" -> revision = in.object(PayloadJson::revision);
        default -> in.skip();
      }
    }
    return new PlanGraphPayload(
        in.required("plan_id", planId),
        in.required("version", version),
        intent,
        constraints,
        inputsSchema,
        outputsSchema,
        in.required("nodes", nodes),
        in.required("edges", edges),
        metrics,
        revision);
  }

  static void plan(MemberWriter out, PlanGraphPayload value) throws IOException {
    out.constant("kind", value.kind(), MemoryType::wireName);
    out.text("plan_id", value.planId());
    out.text("version", value.version());
    out.text("intent", value.intent());
    out.freeForm("constraints", value.constraints());
    out.freeForm("inputs_schema", value.inputsSchema());
    out.freeForm("outputs_schema", value.outputsSchema());
    out.objects("nodes", value.nodes(), PlanGraphJson::node);
    out.objects("edges", value.edges(), PlanGraphJson::edge);
    out.object("metrics", value.metrics(), PlanGraphJson::metrics);
    out.object("revision", value.revision(), PayloadJson::revision);
  }

  static PlanNode node(MemberReader in) throws IOException {
    String id = null;
    String op = null;
    JsonObject params = null;
    JsonObject guards = null;
    while (in.next()) {
      switch (in.name()) {
        case "id" -> id = in.text();
        case "op" -> op = in.text();
        case "params" -> params = in.freeFormObject();
        case "guards" -> guards = in.freeFormObject();
        default -> in.skip();
      }
    }
    return new PlanNode(in.required("id", id), in.required("op", op), params, guards);
  }

  static void node(MemberWriter out, PlanNode value) throws IOException {
    out.text("id", value.id());
    out.text("op", value.op());
    out.freeForm("params", value.params());
    out.freeForm("guards", value.guards());
  }

  static PlanEdge edge(MemberReader in) throws IOException {
    String from = null;
    String to = null;
    EdgeKind kind = null;
    while (in.next()) {
      switch (in.name()) {
        case "from" -> from = in.text();
        case "to" -> to = in.text();
        case "kind" -> kind = in.constant(EdgeKind::of);
        default -> in.skip();
      }
    }
    return new PlanEdge(
        in.required("from", from), in.required("to", to), in.required("kind", kind));
  }

  static void edge(MemberWriter out, PlanEdge value) throws IOException {
    out.text("from", value.from());
    out.text("to", value.to());
    out.constant("kind", value.kind(), EdgeKind::wireName);
  }

  static PlanMetrics metrics(MemberReader in) throws IOException {
    Double avgLatencyMs = null;
    Double failureRate = null;
    Long executionCount = null;
    Instant lastExecutedAt = null;
    while (in.next()) {
      switch (in.name()) {
        case "avg_latency_ms" -> avgLatencyMs = in.number();
        case "failure_rate" -> failureRate = in.number();
        case "execution_count" -> executionCount = in.integer();
        case "last_executed_at" -> lastExecutedAt = in.instant();
        default -> in.skip();
      }
    }
    return new PlanMetrics(
        avgLatencyMs, in.orZero(failureRate), in.orZero(executionCount), lastExecutedAt);
  }

  static void metrics(MemberWriter out, PlanMetrics value) throws IOException {
    out.number("avg_latency_ms", value.avgLatencyMs());
    out.number("failure_rate", value.failureRate());
    out.integer("execution_count", value.executionCount());
    out.instant("last_executed_at", value.lastExecutedAt());
  }
}
