package dev.membrane.spi;

/**
 * What a record's text means to a model. A record has one at most; a later one takes its place, and
 * it goes with the record.
 *
 * @param id the record
 * @param model what made the vector, see {@link Embedder#model}
 * @param vector the vector
 */
public record Embedding(String id, String model, Vector vector) {}
