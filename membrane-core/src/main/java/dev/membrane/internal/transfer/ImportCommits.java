package dev.membrane.internal.transfer;

import dev.membrane.internal.work.DaemonThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Commits batches one after the other. While one is stored, the next ones are read and prepared,
 * since parsing lines takes as long as storing them. After a batch that fails no other is
 * committed. Not thread-safe.
 */
final class ImportCommits implements AutoCloseable {

  /** One that is committed, and one that waits, so that neither side waits for one slow batch. */
  private static final int MAX_UNDER_WAY = 2;

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(DaemonThread.named("membrane-import"));
  private final Semaphore free = new Semaphore(MAX_UNDER_WAY);
  private final Progress progress;
  private final long all;
  private CompletableFuture<Moved> moved = CompletableFuture.completedFuture(Moved.NOTHING);

  /** Commits of so many lines; 0: not known. */
  ImportCommits(Progress progress, long all) {
    this.progress = progress;
    this.all = all;
  }

  /**
   * Makes a batch ready and has it committed after those before; throws what one of these has
   * thrown.
   */
  void add(ImportBatch batch, long line) {
    try {
      free.acquire();
    } catch (InterruptedException stop) {
      throw interrupted(stop);
    }
    batch.prepare();
    moved =
        moved
            .thenApplyAsync(before -> commit(before, batch, line), thread)
            .whenComplete((after, failure) -> free.release());
    if (moved.isCompletedExceptionally()) {
      await();
    }
  }

  private Moved commit(Moved before, ImportBatch batch, long line) {
    Moved after = before.plus(batch.commit());
    progress.at(line, all);
    return after;
  }

  /** Waits for the last commit; answers what all have moved. */
  Moved await() {
    try {
      return moved.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException stop) {
      throw interrupted(stop);
    }
  }

  private static MoveException interrupted(InterruptedException stop) {
    Thread.currentThread().interrupt();
    return new MoveException("was interrupted", stop);
  }

  /**
   * Lets the commits under way end, also those that wait, so that nobody closes the store before.
   */
  @Override
  public void close() {
    moved.exceptionally(failure -> Moved.NOTHING).join();
    thread.shutdown();
  }
}
