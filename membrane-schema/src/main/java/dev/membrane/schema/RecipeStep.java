package dev.membrane.schema;

import org.jspecify.annotations.Nullable;

/**
 * One step of a procedure.
 *
 * @param step the step in words
 * @param tool the tool to use
 * @param argsSchema the arguments the tool expects
 * @param validation how to tell that the step succeeded
 */
public record RecipeStep(
    String step,
    @Nullable String tool,
    @Nullable JsonObject argsSchema,
    @Nullable String validation) {

  public RecipeStep {
    step = Components.present("step", step);
    tool = Components.optional(tool);
    validation = Components.optional(validation);
  }
}
