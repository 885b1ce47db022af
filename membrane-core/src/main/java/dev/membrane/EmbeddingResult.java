package dev.membrane;

/**
 * What became of the records that waited for an embedding; each count is at least 0.
 *
 * @param embedded records that have a vector now
 * @param setAside records that the model refuses, and that are not tried again
 */
public record EmbeddingResult(int embedded, int setAside) {

  /** Nothing waited. */
  public static final EmbeddingResult NOTHING = new EmbeddingResult(0, 0);

  /** Both together. */
  public EmbeddingResult plus(EmbeddingResult other) {
    return new EmbeddingResult(embedded + other.embedded, setAside + other.setAside);
  }
}
