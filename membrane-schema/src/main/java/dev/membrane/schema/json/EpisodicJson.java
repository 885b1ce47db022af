package dev.membrane.schema.json;

import dev.membrane.schema.EnvironmentSnapshot;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.TimelineEvent;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.ToolNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Episodes in JSON. */
final class EpisodicJson {

  private EpisodicJson() {}

  static EpisodicPayload episode(MemberReader in) throws IOException {
    List<TimelineEvent> timeline = null;
    List<ToolNode> toolGraph = null;
    EnvironmentSnapshot environment = null;
    OutcomeStatus outcome = null;
    List<String> artifacts = null;
    String toolGraphRef = null;
    String episode = null;
    while (in.next()) {
      switch (in.name()) {
        case "timeline" -> timeline = in.objects(EpisodicJson::event);
        case "tool_graph" -> toolGraph = in.objects(EpisodicJson::tool);
        case "environment" -> environment = in.object(EpisodicJson::environment);
        case "outcome" -> outcome = in.constant(OutcomeStatus::of);
        case "artifacts" -> artifacts = in.texts();
        case "tool_graph_ref" -> toolGraphRef = in.text();
        case "episode" -> episode = in.text();
        default -> in.skip();
      }
    }
    return new EpisodicPayload(
        in.required("timeline", timeline),
        in.orEmpty(toolGraph),
        environment,
        outcome,
        in.orEmpty(artifacts),
        toolGraphRef,
        episode);
  }

  static void episode(MemberWriter out, EpisodicPayload value) throws IOException {
    out.constant("kind", value.kind(), MemoryType::wireName);
    out.objects("timeline", value.timeline(), EpisodicJson::event);
    out.objectsIfAny("tool_graph", value.toolGraph(), EpisodicJson::tool);
    out.object("environment", value.environment(), EpisodicJson::environment);
    out.constant("outcome", value.outcome(), OutcomeStatus::wireName);
    out.textsIfAny("artifacts", value.artifacts());
    out.text("tool_graph_ref", value.toolGraphRef());
    out.text("episode", value.episode());
  }

  static TimelineEvent event(MemberReader in) throws IOException {
    Instant t = null;
    String eventKind = null;
    String ref = null;
    String summary = null;
    JsonValue data = null;
    while (in.next()) {
      switch (in.name()) {
        case "t" -> t = in.instant();
        case "event_kind" -> eventKind = in.text();
        case "ref" -> ref = in.text();
        case "summary" -> summary = in.text();
        case "data" -> data = in.freeForm();
        default -> in.skip();
      }
    }
    return new TimelineEvent(
        in.required("t", t),
        in.required("event_kind", eventKind),
        in.required("ref", ref),
        summary,
        data);
  }

  static void event(MemberWriter out, TimelineEvent value) throws IOException {
    out.instant("t", value.t());
    out.text("event_kind", value.eventKind());
    out.text("ref", value.ref());
    out.text("summary", value.summary());
    out.freeForm("data", value.data());
  }

  static ToolNode tool(MemberReader in) throws IOException {
    String id = null;
    String tool = null;
    JsonObject args = null;
    JsonValue result = null;
    Instant timestamp = null;
    List<String> dependsOn = null;
    ToolEffect effect = null;
    while (in.next()) {
      switch (in.name()) {
        case "id" -> id = in.text();
        case "tool" -> tool = in.text();
        case "args" -> args = in.freeFormObject();
        case "result" -> result = in.freeForm();
        case "timestamp" -> timestamp = in.instant();
        case "depends_on" -> dependsOn = in.texts();
        case "effect" -> effect = in.constant(ToolEffect::of);
        default -> in.skip();
      }
    }
    return new ToolNode(
        in.required("id", id),
        in.required("tool", tool),
        args,
        result,
        timestamp,
        in.orEmpty(dependsOn),
        effect);
  }

  static void tool(MemberWriter out, ToolNode value) throws IOException {
    out.text("id", value.id());
    out.text("tool", value.tool());
    out.freeForm("args", value.args());
    out.freeForm("result", value.result());
    out.instant("timestamp", value.timestamp());
    out.textsIfAny("depends_on", value.dependsOn());
    out.constant("effect", value.effect(), ToolEffect::wireName);
  }

  static EnvironmentSnapshot environment(MemberReader in) throws IOException {
    String os = null;
    String osVersion = null;
    Map<String, String> toolVersions = null;
    String workingDirectory = null;
    JsonObject context = null;
    while (in.next()) {
      switch (in.name()) {
        case "os" -> os = in.text();
        case "os_version" -> osVersion = in.text();
        case "tool_versions" -> toolVersions = in.textsByName();
        case "working_directory" -> workingDirectory = in.text();
        case "context" -> context = in.freeFormObject();
        default -> in.skip();
      }
    }
    return new EnvironmentSnapshot(
        os, osVersion, toolVersions == null ? Map.of() : toolVersions, workingDirectory, context);
  }

  static void environment(MemberWriter out, EnvironmentSnapshot value) throws IOException {
    out.text("os", value.os());
    out.text("os_version", value.osVersion());
    out.textsByNameIfAny("tool_versions", value.toolVersions());
    out.text("working_directory", value.workingDirectory());
    out.freeForm("context", value.context());
  }
}
