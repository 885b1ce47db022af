package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * An action in a plan.
 *
 * @param id unique within the plan
 * @param op the action or tool
 * @param params its parameters
 * @param guards what has to hold before it runs
 */
public record PlanNode(
    String id, String op, @Nullable JsonObject params, @Nullable JsonObject guards) {

  public PlanNode {
    id = Components.present("id", id);
    op = Components.present("op", op);
  }
}
