package dev.membrane;

/**
 * What one stage did in a run; each count is at least 0.
 *
 * @param created records that it created
 * @param reinforced how often it found an existing record again
 * @param compressed episodes whose salience it reduced
 * @param failed episodes that it could not handle this time
 */
public record StageResult(int created, int reinforced, int compressed, int failed) {

  /** The result of a stage that found nothing to do. */
  public static final StageResult NOTHING = new StageResult(0, 0, 0, 0);

  /** What two stages did together. */
  public StageResult plus(StageResult other) {
    return new StageResult(
        created + other.created,
        reinforced + other.reinforced,
        compressed + other.compressed,
        failed + other.failed);
  }
}
