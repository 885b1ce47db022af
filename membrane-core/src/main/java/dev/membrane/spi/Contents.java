package dev.membrane.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a store holds, for whoever takes it elsewhere: what is told here and committed again in
 * the same order, as {@link Change.Insert} with its version and {@link Change.Bury}, makes a store
 * that answers every question alike.
 */
public interface Contents {

  /**
   * Tells everything as of one instant between the call and its first word, whatever is committed
   * meanwhile. First how many ids were ever used, then the records in the order of their arrival,
   * then what stays of deleted ones, then keys and queue rows that belong to no record, then kept
   * runs, each in any order. Holds no more than a small part of it in memory, unless the store
   * always does.
   *
   * <p>What the listener throws ends it and is thrown on.
   */
  void tell(Listener listener);

  /** Is told what a store holds, by one thread. */
  interface Listener {

    /**
     * Comes first.
     *
     * @param ids how many ids were ever used, which is how often {@link #kept} follows
     */
    void begin(long ids);

    /** A record, or what stays of it. */
    void kept(Kept kept);

    /** A key without an owner, or of one that is not there. */
    void key(Key key);

    /** A row that is about no record. */
    void row(QueueRow row);

    /** A kept run. */
    void run(KeptRun run);
  }

  /**
   * A record, or what stays of it, with all that belongs to it.
   *
   * @param trail the record and its whole audit log; of a deleted one the log alone
   * @param keys the keys that it owns, in any order
   * @param rows the rows that are about it, in any order
   * @param embedding what its text means; null: not known
   */
  record Kept(
      AuditTrail trail, List<Key> keys, List<QueueRow> rows, @Nullable Embedding embedding) {

    /** Copies the lists. */
    public Kept {
      keys = List.copyOf(keys);
      rows = List.copyOf(rows);
    }
  }
}
