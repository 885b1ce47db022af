package dev.membrane.internal.consolidate;

import dev.membrane.EventRequest;
import dev.membrane.IngestOptions;
import dev.membrane.OutcomeRequest;
import dev.membrane.RetrieveRequest;
import dev.membrane.ToolOutputRequest;
import dev.membrane.TrustContext;
import dev.membrane.internal.EngineFixture;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.schema.OutcomeStatus;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.Sensitivity;
import dev.membrane.schema.ToolEffect;
import dev.membrane.schema.ToolNode;
import dev.membrane.spi.search.Filter;
import dev.membrane.spi.search.Hit;
import dev.membrane.spi.search.Visibility;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs of an agent as episodes, and what was learned from them. */
final class Runs {

  private final EngineFixture house;
  private int count;

  Runs(EngineFixture house) {
    this.house = house;
  }

  /** A tool call with one argument and a result. */
  record Call(
      String tool,
      JsonValue value,
      JsonValue result,
      boolean dependsOnTheOneBefore,
      @Nullable ToolEffect effect) {

    Call(String tool, String value, String result, boolean dependsOnTheOneBefore) {
      this(tool, JsonValue.of(value), JsonValue.of(result), dependsOnTheOneBefore, null);
    }

    Call(String tool, JsonValue value) {
      this(tool, value, JsonValue.of("ok"));
    }

    Call(String tool, JsonValue value, JsonValue result) {
      this(tool, value, result, true, null);
    }

    /** The same of a tool that says what it does. */
    Call saying(ToolEffect said) {
      return new Call(tool, value, result, dependsOnTheOneBefore, said);
    }
  }

  static Call call(String tool, String value) {
    return new Call(tool, value, "ok", true);
  }

  /** An episode without an end; answers with its id. */
  String begun(IngestOptions options, String asked, Call... calls) {
    IngestOptions run = options.episode("run " + count++);
    String id =
        house
            .service
            .record(
                EventRequest.builder()
                    .source("agent")
                    .eventKind("user_input")
                    .ref("msg")
                    .summary(asked)
                    .options(run)
                    .build())
            .id();
    String before = null;
    for (Call call : calls) {
      house.pass(Duration.ofMillis(100));
      JsonObject args = new JsonObject(Map.of("id", call.value()));
      List<String> after =
          before == null || !call.dependsOnTheOneBefore() ? List.of() : List.of(before);
      ToolOutputRequest.Builder request =
          ToolOutputRequest.builder()
              .source("agent")
              .toolName(call.tool())
              .args(args)
              .result(call.result())
              .dependsOn(after)
              .options(run);
      if (call.effect() != null) {
        request.effect(call.effect());
      }
      MemoryRecord record = EngineFixture.full(house.service.record(request.build()));
      List<ToolNode> nodes = ((EpisodicPayload) record.payload()).toolGraph();
      before = nodes.get(nodes.size() - 1).id();
    }
    return id;
  }

  String ended(OutcomeStatus status, String request, Call... calls) {
    return ended(IngestOptions.NONE, status, request, calls);
  }

  String ended(IngestOptions options, OutcomeStatus status, String request, Call... calls) {
    String id = begun(options, request, calls);
    end(id, status);
    return id;
  }

  void end(String id, OutcomeStatus status, String... used) {
    house.service.record(
        OutcomeRequest.builder()
            .source("agent")
            .targetRecordId(id)
            .status(status)
            .usedRecordIds(List.of(used))
            .build());
  }

  /** All records of a type, retired ones too. */
  List<MemoryRecord> all(MemoryType type) {
    Filter filter =
        Filter.of(Visibility.ALL, house.instant()).withTypes(Set.of(type)).withRetired(true);
    List<String> ids = house.store.search(filter, 10_000).stream().map(Hit::id).toList();
    List<MemoryRecord> records = new ArrayList<>();
    house.store.get(ids).forEach(stored -> records.add(stored.record()));
    return records;
  }

  List<SemanticPayload> facts() {
    return all(MemoryType.SEMANTIC).stream().map(it -> (SemanticPayload) it.payload()).toList();
  }

  List<CompetencePayload> skills() {
    return all(MemoryType.COMPETENCE).stream().map(it -> (CompetencePayload) it.payload()).toList();
  }

  List<PlanGraphPayload> plans() {
    return all(MemoryType.PLAN_GRAPH).stream().map(it -> (PlanGraphPayload) it.payload()).toList();
  }

  static RetrieveRequest about(String task) {
    return RetrieveRequest.builder()
        .trust(TrustContext.upTo(Sensitivity.HYPER))
        .taskDescriptor(task)
        .build();
  }

  /**
   * Everything learned but ids, instants of the store, salience and how often a plan was seen to
   * change, in an order of its own.
   */
  List<String> learned() {
    List<String> all = new ArrayList<>();
    for (MemoryType type :
        List.of(MemoryType.SEMANTIC, MemoryType.COMPETENCE, MemoryType.PLAN_GRAPH)) {
      for (MemoryRecord record : all(type)) {
        String payload =
            String.valueOf(record.payload())
                .replaceAll("[0-9a-f]{8}-0000-7[-0-9a-f]*", "id")
                .replaceAll(" version=\\d+", "");
        all.add(record.scope() + " " + record.confidence() + " " + payload);
      }
    }
    all.sort(Comparator.naturalOrder());
    return all;
  }
}
