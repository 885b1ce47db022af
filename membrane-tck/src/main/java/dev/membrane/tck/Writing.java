package dev.membrane.tck;

import dev.membrane.spi.commit.Change;
import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.store.MemoryStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Short forms of commits. */
final class Writing {

  /** Keeps a single commit of thousands of records at a size that engines really write. */
  private static final int BATCH = 500;

  private Writing() {}

  /** Waits for one of several commits, and throws what it failed with. */
  static void await(CompletableFuture<Void> outcome) {
    try {
      outcome.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException failure ? failure : failed;
    }
  }

  static void insert(MemoryStore store, Sample... samples) {
    insert(store, Arrays.asList(samples));
  }

  static void insert(MemoryStore store, Collection<Sample> samples) {
    commit(store, samples.stream().map(Sample::insert).toList());
  }

  static void commit(MemoryStore store, Change... changes) {
    commit(store, Arrays.asList(changes));
  }

  static void commit(MemoryStore store, List<? extends Change> changes) {
    List<Change> all = new ArrayList<>(changes);
    for (int from = 0; from < all.size(); from += BATCH) {
      Changeset.Builder batch = Changeset.builder();
      all.subList(from, Math.min(all.size(), from + BATCH)).forEach(batch::change);
      store.commit(batch.build());
    }
  }
}
