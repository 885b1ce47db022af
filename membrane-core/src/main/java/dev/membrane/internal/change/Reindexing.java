package dev.membrane.internal.change;

import dev.membrane.spi.commit.Changeset;
import dev.membrane.spi.commit.ConflictException;
import dev.membrane.spi.commit.Key;
import dev.membrane.spi.store.AuditTrail;
import dev.membrane.spi.store.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Indexes the records of a store of an earlier version by the terms that this version reads in
 * them. Such a store leaves {@link Key#FORMER_TERMS}. As long as the key is there, the records are
 * read again; if that is interrupted, it starts again from the beginning. A key of this name with
 * another value is of a version whose texts to embed were others, too. Not thread-safe.
 */
public final class Reindexing {

  private static final Logger LOG = LoggerFactory.getLogger(Reindexing.class);
  private static final int PAGE = 256;
  private static final long NANOS_BETWEEN_LINES = TimeUnit.SECONDS.toNanos(10);

  private final MemoryStore store;
  private final RecordChanges records;
  private long done;
  private long lastLine = System.nanoTime();

  /** For a store that was opened. */
  public Reindexing(MemoryStore store, RecordChanges records) {
    this.store = store;
    this.records = records;
  }

  /**
   * Reads all records again, if that is due.
   *
   * @param now when what is embedded is queued for it
   */
  public void run(Instant now) {
    List<Key> due = store.find(List.of(Key.FORMER_TERMS.name()));
    if (due.isEmpty()) {
      return;
    }
    LOG.info("{}: the words of all records are read again, once", store);
    String after = "";
    List<AuditTrail> page = store.auditLogs(after, PAGE);
    while (!page.isEmpty()) {
      if (isCommitted(page, due.get(0), now)) {
        after = page.get(page.size() - 1).id();
        progress(page.size());
      }
      page = store.auditLogs(after, PAGE);
    }
    finish(due.get(0));
    LOG.info("{}: the words of {} records were read again", store, done);
  }

  /** Another process may change a record meanwhile; then the page is read once more. */
  private boolean isCommitted(List<AuditTrail> page, Key key, Instant now) {
    Changeset.Builder changes = Changeset.builder();
    page.stream()
        .map(AuditTrail::stored)
        .filter(Objects::nonNull)
        .forEach(
            stored -> {
              records.reindex(stored, changes);
              if (!key.equals(Key.FORMER_TERMS)) {
                records.embed(stored.record(), now, changes);
              }
            });
    try {
      store.commit(changes.build());
      return true;
    } catch (ConflictException changed) {
      return false;
    }
  }

  private void finish(Key key) {
    try {
      store.commit(Changeset.builder().removeKey(key).build());
    } catch (ConflictException finishedByAnother) {
      LOG.debug("another process was faster");
    }
  }

  private void progress(int more) {
    done += more;
    if (System.nanoTime() - lastLine >= NANOS_BETWEEN_LINES) {
      lastLine = System.nanoTime();
      LOG.info("{}: the words of {} records were read again so far", store, done);
    }
  }
}
