package dev.membrane.internal.transfer;

import dev.membrane.internal.value.FarFuture;
import dev.membrane.schema.ValidationException;
import dev.membrane.spi.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Imports the lines of an export into a store, up to some thousands at a time. A line whose content
 * is already there unchanged is skipped, so that an interrupted import is continued by running it
 * again. If the content is there but differs, the import ends. Audit logs are stored as they are
 * and not verified.
 */
public final class Importer {

  private final MemoryStore store;
  private final Progress progress;
  private final int linesPerCommit;
  private final InstantSource clock = InstantSource.system();

  /** Imports to a store that nobody else writes. */
  public Importer(MemoryStore store, Progress progress) {
    this(store, progress, ImportBatch.MAX_LINES);
  }

  Importer(MemoryStore store, Progress progress, int linesPerCommit) {
    this.store = store;
    this.progress = progress;
    this.linesPerCommit = linesPerCommit;
  }

  /**
   * Checks that an export is whole and undamaged, without a look at what its lines say.
   *
   * @return how many lines it has
   * @throws MoveException if it is not
   */
  public static long check(InputStream in) throws IOException {
    LineReader lines = new LineReader(in);
    while (lines.skip()) {
      // What counts is that each could be read.
    }
    return lines.number();
  }

  /**
   * Imports all lines.
   *
   * @param all how many lines there are; 0: not known
   * @throws MoveException if a line is damaged, says what cannot be, or differs from what is there;
   *     what stands in the batches before it was imported, and nothing else
   */
  public Moved load(InputStream in, long all) throws IOException {
    try (ImportCommits commits = new ImportCommits(progress, all)) {
      addAll(new LineReader(in), commits);
      return commits.await();
    }
  }

  private void addAll(LineReader lines, ImportCommits commits) throws IOException {
    try {
      Instant latest = FarFuture.after(clock.instant());
      KnownPast past = new KnownPast(store);
      ImportBatch batch = new ImportBatch(store, past, linesPerCommit);
      String line = lines.next();
      while (line != null) {
        batch.add(lines.number(), decoded(lines.number(), line, latest), line.length());
        if (batch.isFull()) {
          commits.add(batch, lines.number());
          batch = new ImportBatch(store, past, linesPerCommit);
        }
        line = lines.next();
      }
      commits.add(batch, lines.number());
    } catch (IOException | RuntimeException fault) {
      // What is wrong with a batch before is told first.
      commits.await();
      throw fault;
    }
  }

  private static LineContent decoded(long number, String line, Instant latest) {
    try {
      return LineCodec.decode(line, latest);
    } catch (ValidationException fault) {
      throw new MoveException("line " + number + ": " + fault.getMessage(), fault);
    }
  }
}
