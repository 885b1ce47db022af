package dev.membrane.store.jdbc.internal.commit;

import dev.membrane.store.jdbc.internal.session.SqlCodes;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A changeset on its way through the writer, and what became of it. */
public final class QueuedCommit {

  private final PreparedChangeset changeset;
  private final String route;
  private final CompletableFuture<@Nullable Void> outcome = new CompletableFuture<>();
  private volatile @Nullable CommitFailure failure;

  /**
   * Why a changeset was not committed. A thread that waits makes an exception of its own, so that
   * its stack tells who asked.
   */
  @FunctionalInterface
  interface CommitFailure {

    /** A new exception, for the thread that asks for it. */
    RuntimeException exception();

    /** The database did not take it. */
    static CommitFailure unavailable(Throwable cause) {
      return () -> SqlCodes.notWritten(cause);
    }
  }

  /**
   * A changeset that is not decided yet.
   *
   * @param route those of one route are committed in their order
   */
  QueuedCommit(PreparedChangeset changeset, String route) {
    this.changeset = changeset;
    this.route = route;
  }

  /** Those of one route are committed in their order. */
  String route() {
    return route;
  }

  /** What is to be committed. */
  PreparedChangeset changeset() {
    return changeset;
  }

  /** What becomes of it. */
  CompletableFuture<@Nullable Void> outcome() {
    return outcome;
  }

  /** It is committed. */
  void succeed() {
    outcome.complete(null);
  }

  /** Nothing of it is committed. */
  void fail(CommitFailure why) {
    failure = why;
    outcome.completeExceptionally(why.exception());
  }

  /**
   * Waits for the outcome. An interrupt does not end the wait: the caller would not know whether
   * the commit happened.
   *
   * @throws RuntimeException what it failed with
   */
  void await() {
    try {
      outcome.join();
    } catch (CompletionException failed) {
      throw Objects.requireNonNull(failure).exception();
    }
  }
}
