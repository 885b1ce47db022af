package dev.membrane.internal.retrieve.question;

import dev.membrane.schema.CompetencePayload;
import dev.membrane.schema.JsonObject;
import dev.membrane.schema.JsonValue;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.PlanGraphPayload;
import dev.membrane.schema.SemanticPayload;
import dev.membrane.schema.ValidityMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The context that a question gives. A condition contradicts it if both name the same thing with
 * different values. Things that the context does not name cannot be contradicted.
 */
public record QuestionContext(Map<String, JsonValue> known) {

  public static QuestionContext of(@Nullable JsonObject context) {
    return new QuestionContext(context == null ? Map.of() : context.members());
  }

  public boolean isUnknown() {
    return known.isEmpty();
  }

  /** Whether a record may be answered: all but facts on conditions that are contradicted. */
  public boolean admits(MemoryRecord record) {
    return !(record.payload() instanceof SemanticPayload fact
        && fact.validity().mode() == ValidityMode.CONDITIONAL
        && contradicts(fact.validity().conditions()));
  }

  /**
   * Whether a procedure can be of use. Triggers are alternatives: a competence is ruled out when
   * each of them is contradicted.
   */
  public boolean rulesOut(MemoryRecord record) {
    if (record.payload() instanceof CompetencePayload skill) {
      return !skill.triggers().isEmpty()
          && skill.triggers().stream().allMatch(trigger -> contradicts(trigger.conditions()));
    }
    return record.payload() instanceof PlanGraphPayload plan && contradicts(plan.constraints());
  }

  private boolean contradicts(@Nullable JsonObject conditions) {
    return conditions != null
        && conditions.members().entrySet().stream()
            .anyMatch(condition -> isOtherwise(condition.getKey(), condition.getValue()));
  }

  private boolean isOtherwise(String name, JsonValue required) {
    JsonValue actual = known.get(name);
    return actual != null && !JsonEquality.same(actual, required);
  }
}
