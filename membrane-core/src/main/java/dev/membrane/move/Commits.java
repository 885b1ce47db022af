package dev.membrane.move;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Commits batches one after the other, each while the next one is read and made ready: to
 * understand lines takes as long as to store them. Not thread-safe.
 */
final class Commits implements AutoCloseable {

  private final ExecutorService thread = Executors.newSingleThreadExecutor(Commits::thread);
  private final Progress progress;
  private final long all;
  private Future<Moved> underWay = CompletableFuture.completedFuture(Moved.NOTHING);
  private long lastLine;
  private Moved moved = Moved.NOTHING;

  /** Commits of so many lines; 0: not known. */
  Commits(Progress progress, long all) {
    this.progress = progress;
    this.all = all;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "membrane-import");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Makes a batch ready, and begins its commit when the one before has ended; throws what that has
   * thrown.
   */
  void add(Batch batch, long line) {
    try {
      batch.prepare();
    } finally {
      // What is wrong with the batch before is told first.
      await();
    }
    underWay = thread.submit(batch::commit);
    lastLine = line;
  }

  /** Waits for the last commit; answers what all have moved. */
  Moved await() {
    Future<Moved> awaited = underWay;
    underWay = CompletableFuture.completedFuture(Moved.NOTHING);
    moved = moved.plus(result(awaited));
    if (lastLine > 0) {
      progress.at(lastLine, all);
      lastLine = 0;
    }
    return moved;
  }

  private static Moved result(Future<Moved> commit) {
    try {
      return commit.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new MoveException("was interrupted", stop);
    }
  }

  /** Lets a commit under way end, so that nobody closes the store before. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      underWay.get();
    } catch (ExecutionException told) {
      // Whoever closes without waiting has met another fault before this one.
      return;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
