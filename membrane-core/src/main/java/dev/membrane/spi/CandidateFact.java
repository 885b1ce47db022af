package dev.membrane.spi;

import dev.membrane.schema.JsonValue;

/**
 * A fact that an extractor has found.
 *
 * @param episodeId the id of the episode that states it
 * @param subject what it is about, in a few words
 * @param predicate how subject and object belong together, such as {@code prefers_language}
 * @param object what is said of the subject
 * @param confidence how sure the extractor is, 0 to 1; the engine never trusts a fact further than
 *     its episode
 */
public record CandidateFact(
    String episodeId, String subject, String predicate, JsonValue object, double confidence) {}
