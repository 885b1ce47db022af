package dev.membrane.spi;

import dev.membrane.schema.JsonValue;

/**
 * A fact that an extractor found.
 *
 * @param episodeId the id of the episode that states it
 * @param subject what it is about, in a few words
 * @param predicate the relation between subject and object, such as {@code prefers_language}
 * @param object the value
 * @param confidence how sure the extractor is, 0 to 1; the engine lowers it to that of the episode
 */
public record CandidateFact(
    String episodeId, String subject, String predicate, JsonValue object, double confidence) {}
