package dev.membrane.internal.transfer;

import dev.membrane.internal.keys.ErasureKeys;
import dev.membrane.spi.commit.Changeset.KeptRun;
import dev.membrane.spi.commit.Changeset.QueueRow;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.Contents;
import dev.membrane.spi.store.StoreReader;

/** How much a store has besides its records, of what a copy of it has, too. */
record ContentCounts(long keys, long rows, long runs) {

  static ContentCounts of(StoreReader store) {
    Counter counter = new Counter();
    store.contents().ifPresent(contents -> contents.tell(counter));
    return new ContentCounts(counter.keys, counter.rows, counter.runs);
  }

  private static final class Counter implements Contents.ContentsListener {

    private long keys;
    private long rows;
    private long runs;

    @Override
    public void begin(long ids) {}

    @Override
    public void kept(Contents.Kept kept) {
      keys += kept.keys().size();
      rows += kept.rows().size();
    }

    @Override
    public void key(Key key) {
      if (!ErasureKeys.isOne(key)) {
        keys++;
      }
    }

    @Override
    public void row(QueueRow row) {
      rows++;
    }

    @Override
    public void run(KeptRun run) {
      runs++;
    }
  }
}
