package dev.membrane.internal.text;

import dev.membrane.internal.value.CallSummary;
import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonArray;
import dev.membrane.schema.JsonBoolean;
import dev.membrane.schema.JsonNumber;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.Payload;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.PlanNode;
import dev.membrane.schema.RecipeStep;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ToolNode;
import dev.membrane.schema.Trigger;
import dev.membrane.schema.WorkingPayload;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the text of payloads, one piece a line, until it is full. Not thread-safe. */
final class TextGatherer {

  private final StringBuilder text = new StringBuilder();
  private final int room;

  TextGatherer(int room) {
    this.room = room;
  }

  String text() {
    return text.toString();
  }

  void addAll(Collection<String> pieces) {
    pieces.forEach(this::add);
  }

  void add(Payload payload) {
    if (payload instanceof EpisodicPayload episode) {
      add(episode);
    } else if (payload instanceof WorkingPayload working) {
      add(working.contextSummary());
      addAll(working.nextActions());
      addAll(working.openQuestions());
    } else if (payload instanceof SemanticPayload fact) {
      add(fact.subject());
      add(fact.predicate());
      addJson(fact.object(), true);
    } else if (payload instanceof CompetencePayload competence) {
      add(competence);
    } else if (payload instanceof PlanGraphPayload plan) {
      add(plan.intent());
      plan.nodes().forEach(this::add);
    }
  }

  /** The words of a generated summary stand in every run that calls a tool. */
  private void add(EpisodicPayload episode) {
    Map<String, String> generated = CallSummary.in(episode);
    episode.timeline().stream()
        .filter(event -> !Objects.equals(event.summary(), generated.get(event.ref())))
        .forEach(event -> add(event.summary()));
    episode.toolGraph().forEach(this::add);
  }

  private void add(ToolNode call) {
    add(call.tool());
    addJson(call.args(), false);
  }

  private void add(CompetencePayload competence) {
    add(competence.skillName());
    for (Trigger trigger : competence.triggers()) {
      add(trigger.signal());
      addJson(trigger.conditions(), false);
    }
    for (RecipeStep step : competence.recipe()) {
      add(step.step());
      add(step.tool());
    }
    addAll(competence.failureModes());
  }

  private void add(PlanNode node) {
    add(node.op());
    addJson(node.params(), false);
  }

  /** Nesting is bounded by the schema, so recursion is safe. */
  private void addJson(@Nullable JsonValue json, boolean scalarsToo) {
    if (json instanceof JsonString string) {
      add(string.value());
    } else if (json instanceof JsonArray array) {
      array.items().forEach(item -> addJson(item, scalarsToo));
    } else if (json instanceof JsonObject object) {
      object.members().values().forEach(member -> addJson(member, scalarsToo));
    } else if (scalarsToo && json instanceof JsonNumber number) {
      add(number.text());
    } else if (scalarsToo && json instanceof JsonBoolean truth) {
      add(String.valueOf(truth.value()));
    }
  }

  private void add(@Nullable String piece) {
    if (piece != null && text.length() < room) {
      text.append(piece, 0, Math.min(piece.length(), room - text.length())).append('\n');
    }
  }
}
