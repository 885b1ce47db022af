package dev.membrane.spring.boot.starter;

import dev.membrane.schema.Sensitivity;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the advisor adds to a prompt.
 *
 * @param limit Most lines.
 * @param maxTokens Most tokens of all lines, as estimated.
 * @param maxSensitivity Highest sensitivity that goes to the model.
 * @param matchingOnly Whether what does not match the user's text is left out.
 */
public record AdvisorProperties(
    @DefaultValue("20") int limit,
    @DefaultValue("1000") int maxTokens,
    @DefaultValue("low") Sensitivity maxSensitivity,
    @DefaultValue("false") boolean matchingOnly) {

  private static final int MAX = 10_000;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the property
   */
  public AdvisorProperties {
    if (limit < 1 || limit > MAX) {
      throw new IllegalArgumentException("membrane.advisor.limit must be 1 to " + MAX);
    }
    if (maxTokens < 1) {
      throw new IllegalArgumentException("membrane.advisor.max-tokens must be at least 1");
    }
  }
}
