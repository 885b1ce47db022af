package dev.membrane.schema.json;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.PerformanceStats;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.RevisionState;
import dev.membrane.schema.Trigger;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Procedures in JSON. */
final class CompetenceJson {

  private CompetenceJson() {}

  static CompetencePayload competence(MemberReader in) throws IOException {
    String skillName = null;
    List<Trigger> triggers = null;
    List<RecipeStep> recipe = null;
    List<String> requiredTools = null;
    List<String> failureModes = null;
    List<String> fallbacks = null;
    PerformanceStats performance = null;
    String version = null;
    RevisionState revision = null;
    while (in.next()) {
      switch (in.name()) {
        case "skill_name" -> skillName = in.text();
        case "triggers" -> triggers = in.objects(CompetenceJson::trigger);
        case "recipe" -> recipe = in.objects(CompetenceJson::step);
        case "required_tools" -> requiredTools = in.texts();
        case "failure_modes" -> failureModes = in.texts();
        case "fallbacks" -> fallbacks = in.texts();
        case "performance" -> performance = in.object(CompetenceJson::performance);
        case "version" -> version = in.text();
        case "revision" -> revision = in.object(PayloadJson::revision);
        default -> in.skip();
      }
    }
    return new CompetencePayload(
        in.required("skill_name", skillName),
        in.required("triggers", triggers),
        in.required("recipe", recipe),
        in.orEmpty(requiredTools),
        in.orEmpty(failureModes),
        in.orEmpty(fallbacks),
        performance,
        version,
        revision);
  }

  static void competence(MemberWriter out, CompetencePayload value) throws IOException {
    out.constant("kind", value.kind(), MemoryType::wireName);
    out.text("skill_name", value.skillName());
    out.objects("triggers", value.triggers(), CompetenceJson::trigger);
    out.objects("recipe", value.recipe(), CompetenceJson::step);
    out.textsIfAny("required_tools", value.requiredTools());
    out.textsIfAny("failure_modes", value.failureModes());
    out.textsIfAny("fallbacks", value.fallbacks());
    out.object("performance", value.performance(), CompetenceJson::performance);
    out.text("version", value.version());
    out.object("revision", value.revision(), PayloadJson::revision);
  }

  static Trigger trigger(MemberReader in) throws IOException {
    String signal = null;
    JsonObject conditions = null;
    while (in.next()) {
      switch (in.name()) {
        case "signal" -> signal = in.text();
        case "conditions" -> conditions = in.freeFormObject();
        default -> in.skip();
      }
    }
    return new Trigger(in.required("signal", signal), conditions);
  }

  static void trigger(MemberWriter out, Trigger value) throws IOException {
    out.text("signal", value.signal());
    out.freeForm("conditions", value.conditions());
  }

  static RecipeStep step(MemberReader in) throws IOException {
    String step = null;
    String tool = null;
    JsonObject argsSchema = null;
    String validation = null;
    while (in.next()) {
      switch (in.name()) {
        case "step" -> step = in.text();
        case "tool" -> tool = in.text();
        case "args_schema" -> argsSchema = in.freeFormObject();
        case "validation" -> validation = in.text();
        default -> in.skip();
      }
    }
    return new RecipeStep(in.required("step", step), tool, argsSchema, validation);
  }

  static void step(MemberWriter out, RecipeStep value) throws IOException {
    out.text("step", value.step());
    out.text("tool", value.tool());
    out.freeForm("args_schema", value.argsSchema());
    out.text("validation", value.validation());
  }

  static PerformanceStats performance(MemberReader in) throws IOException {
    Long successCount = null;
    Long failureCount = null;
    Double successRate = null;
    Double avgLatencyMs = null;
    Instant lastUsedAt = null;
    while (in.next()) {
      switch (in.name()) {
        case "success_count" -> successCount = in.integer();
        case "failure_count" -> failureCount = in.integer();
        case "success_rate" -> successRate = in.number();
        case "avg_latency_ms" -> avgLatencyMs = in.number();
        case "last_used_at" -> lastUsedAt = in.instant();
        default -> in.skip();
      }
    }
    return new PerformanceStats(
        in.orZero(successCount),
        in.orZero(failureCount),
        in.orZero(successRate),
        avgLatencyMs,
        lastUsedAt);
  }

  static void performance(MemberWriter out, PerformanceStats value) throws IOException {
    out.integer("success_count", value.successCount());
    out.integer("failure_count", value.failureCount());
    out.number("success_rate", value.successRate());
    out.number("avg_latency_ms", value.avgLatencyMs());
    out.instant("last_used_at", value.lastUsedAt());
  }
}
