package dev.membrane.store.postgres.internal.search;

/**
 * The HNSW index of the vectors of a model that have a certain number of dimensions. Its numbers
 * take two bytes, like those of the vectors themselves, but are floating-point numbers. That is
 * exact enough to find candidates, which are then compared exactly.
 */
record VectorIndex(long model, int dimensions) {

  /** More than this an index of pgvector does not take. */
  static final int MAX_DIMENSIONS = 4_000;

  private static final String CREATE =
      """
      CREATE INDEX CONCURRENTLY IF NOT EXISTS %s ON embedding
      USING hnsw (CAST(direction AS halfvec(%s)) halfvec_cosine_ops)
      WHERE model = %s AND octet_length(vector) = %s
      """;

  /** Its name within the schema. */
  String name() {
    return "near_%s_%s".formatted(model, dimensions);
  }

  /** The statement that builds it, during which others may read and write. */
  String creation() {
    return CREATE.formatted(name(), dimensions, model, 2 * dimensions);
  }

  /** The condition that a row {@code e} of {@code embedding} is in it, word for word as there. */
  String holds() {
    return "e.model = %s AND octet_length(e.vector) = %s".formatted(model, 2 * dimensions);
  }

  /** How far a row is from the bytes {@code :asked}, which are translated once. */
  String distance() {
    return "CAST(e.direction AS halfvec(%1$s)) <=> (SELECT CAST(halves(:asked) AS halfvec(%1$s)))"
        .formatted(dimensions);
  }
}
