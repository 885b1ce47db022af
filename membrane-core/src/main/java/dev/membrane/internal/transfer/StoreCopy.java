package dev.membrane.internal.transfer;

import dev.membrane.internal.keys.ReceiptKeys;
import dev.membrane.internal.work.DaemonThread;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreReader;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

/**
 * Copies all that a store reports of itself to another one that takes its place: what an export
 * has, and what belongs to one store only. A copy that was interrupted is continued.
 */
public final class StoreCopy {

  private static final int BUFFER = 1 << 16;

  /** A receipt may have 100 kB. */
  private static final int AT_ONCE = 100;

  private final StoreReader from;
  private final MemoryStore to;
  private final Progress progress;

  /** Copies from a store that nobody writes to another that nobody else writes. */
  public StoreCopy(StoreReader from, MemoryStore to, Progress progress) {
    this.from = from;
    this.to = to;
    this.progress = progress;
  }

  /**
   * Copies all of it.
   *
   * @param version what copies it
   * @throws MoveException if a record cannot be read, an erasure is not finished, or an earlier
   *     attempt has copied what is gone since
   * @throws IOException if the thread that reads is interrupted
   */
  public Moved run(String version, Instant now) throws IOException {
    if (Exporter.isErasing(from)) {
      throw new MoveException("an erasure is not finished; start membraned once to finish it");
    }
    try (PipedInputStream in = new PipedInputStream(BUFFER)) {
      PipedOutputStream out = new PipedOutputStream(in);
      FutureTask<Moved> exporting =
          new FutureTask<>(
              () -> {
                try (out) {
                  return new Exporter(from, true, (done, all) -> {}).write(out, version, now);
                }
              });
      DaemonThread.of("membrane-copy", exporting).start();
      Moved moved = load(in, exporting);
      UnexportedKeys own = new UnexportedKeys();
      from.contents().ifPresent(contents -> contents.tell(own));
      own.commit();
      requireNothingMore();
      return moved;
    }
  }

  /** All that is there is copied, so that as many of each kind are the same ones. */
  private void requireNothingMore() {
    if (!ContentCounts.of(from).equals(ContentCounts.of(to))) {
      throw new MoveException("the copy has keys, queue rows or runs that are gone");
    }
  }

  private Moved load(PipedInputStream in, FutureTask<Moved> exporting) throws IOException {
    try {
      return new Importer(to, progress).load(in, 0);
    } catch (MoveException cut) {
      in.close();
      throw failureOf(exporting, cut);
    }
  }

  /** Why the export ended early, if it did. */
  private static MoveException failureOf(FutureTask<Moved> exporting, MoveException cut)
      throws IOException {
    try {
      var unused = exporting.get();
      return cut;
    } catch (ExecutionException failed) {
      return failed.getCause() instanceof MoveException reason ? reason : cut;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stop);
    }
  }

  /** Copies the keys and rows that an export leaves out. */
  private final class UnexportedKeys implements Contents.ContentsListener {

    private final List<Key> keys = new ArrayList<>();
    private final List<QueueRow> rows = new ArrayList<>();

    @Override
    public void begin(long ids) {}

    @Override
    public void kept(Contents.Kept kept) {}

    @Override
    public void key(Key key) {
      if (Exporter.isOfStore(key)) {
        keys.add(key);
        commitMany();
      }
    }

    @Override
    public void row(QueueRow row) {
      if (ReceiptKeys.isOf(row)) {
        rows.add(row);
        commitMany();
      }
    }

    private void commitMany() {
      if (keys.size() + rows.size() == AT_ONCE) {
        commit();
      }
    }

    /** Commits what is not there since an earlier attempt. */
    void commit() {
      if (keys.isEmpty() && rows.isEmpty()) {
        return;
      }
      Set<String> there =
          to.find(keys.stream().map(Key::name).toList()).stream()
              .map(Key::name)
              .collect(Collectors.toSet());
      Changeset.Builder changes = Changeset.builder();
      keys.stream().filter(key -> !there.contains(key.name())).forEach(changes::addKey);
      rows.forEach(changes::enqueue);
      to.commit(changes.build());
      keys.clear();
      rows.clear();
    }

    @Override
    public void run(KeptRun run) {}
  }
}
